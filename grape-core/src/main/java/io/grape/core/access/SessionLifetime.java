package io.grape.core.access;

import java.time.Duration;

/**
 * How long a session lives.
 *
 * @param idle without use
 * @param most in any case
 */
public record SessionLifetime(Duration idle, Duration most) {}
