package io.grape.chaos.history;

import java.time.Duration;

/**
 * A fault that may have undone an answered call.
 *
 * @param fault its name
 * @param age from the response to the beginning of the fault; negative when it was answered while the fault lasted
 */
public record Excuse(String fault, Duration age) {}
