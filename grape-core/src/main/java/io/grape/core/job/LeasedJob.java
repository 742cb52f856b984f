package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.Lease;

/** A job that was delivered, and the lease of that delivery. */
public record LeasedJob(JobId id, Lease lease) {}
