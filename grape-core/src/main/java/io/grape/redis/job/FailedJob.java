package io.grape.redis.job;

import io.grape.core.JobId;
import java.time.Instant;

/** One failed job. */
public record FailedJob(JobId id, Instant at, String reason, String signature) {}
