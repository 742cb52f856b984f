package io.grape.core.job;

import io.grape.core.JobId;
import java.time.Instant;

/**
 * Jobs that failed for the same reason.
 *
 * @param firstAt when the first of them failed
 * @param sample the one that failed last
 * @param reason of that one
 */
public record FailureGroup(String signature, int count, Instant firstAt, Instant lastAt, JobId sample, String reason) {}
