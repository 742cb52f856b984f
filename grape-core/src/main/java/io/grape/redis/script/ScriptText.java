package io.grape.redis.script;

/** What Redis gets, and the digest by which it knows it. */
@SuppressWarnings("ArrayRecordComponent")
public record ScriptText(byte[] bytes, byte[] digest) {}
