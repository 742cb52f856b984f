package io.grape.core.access;

import java.time.Duration;
import java.util.List;

/**
 * A login attempt.
 *
 * @param account whose known addresses are kept: those of successful attempts
 * @param bounds for a known address only the first one applies
 * @param window how long a count lasts, from its first attempt on
 * @param memory how long an address is known
 */
public record LoginAttempt(String account, String address, List<LoginLimit> bounds, Duration window, Duration memory) {}
