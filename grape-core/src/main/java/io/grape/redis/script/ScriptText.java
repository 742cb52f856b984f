package io.grape.redis.script;

/** A script's text, and the digest by which Redis knows it. */
@SuppressWarnings("ArrayRecordComponent")
public record ScriptText(byte[] bytes, byte[] digest) {}
