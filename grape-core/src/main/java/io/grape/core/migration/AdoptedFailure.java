package io.grape.core.migration;

import java.time.Instant;

/** Since when a job of another store is failed, and why. */
public record AdoptedFailure(Instant at, String reason) {}
