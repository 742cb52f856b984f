package io.grape.core.access;

import java.time.Duration;
import java.util.List;

/**
 * A try to be let in.
 *
 * @param account whose addresses are kept: those from which a try went well
 * @param bounds of an address that is known for the account, only the first one holds
 * @param window how long a count holds, from its first try on
 * @param memory how long an address is known
 */
public record LoginAttempt(String account, String address, List<LoginLimit> bounds, Duration window, Duration memory) {}
