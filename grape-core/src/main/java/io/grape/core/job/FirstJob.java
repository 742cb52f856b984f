package io.grape.core.job;

import io.grape.core.JobId;

/**
 * The first job of a tube in some state.
 *
 * @param score ms since 1970, with a fraction that keeps the order of insertion: when it is due, or when it failed
 */
public record FirstJob(JobId id, long priority, double score) {}
