package io.grape.client.buffer;

/** A record that was read: where it begins, and what was appended. */
@SuppressWarnings("ArrayRecordComponent")
public record Entry(Position at, byte[] payload) {}
