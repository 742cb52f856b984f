package io.grape.core.access;

import java.time.Duration;

/**
 * The lifetime of a session.
 *
 * @param idle without use
 * @param most in any case
 */
public record SessionLifetime(Duration idle, Duration most) {}
