package io.grape.client;

/**
 * A job that was not produced, or perhaps was: the failure says which. Producing the same job again makes one job.
 *
 * @param job what was to be produced
 * @param failure why not
 */
public record FailedProduce<T>(NewJob<? extends T> job, GrapeException failure) {}
