package io.grape.redis.script;

import java.util.Set;

/**
 * A script's text, and the digest by which Redis knows it.
 *
 * @param commands the commands that it may run
 */
@SuppressWarnings("ArrayRecordComponent")
public record ScriptText(byte[] bytes, byte[] digest, Set<String> commands) {}
