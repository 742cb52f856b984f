package io.grape.redis.operation;

/**
 * What a slice did with the jobs that it found.
 *
 * @param looked how many of them it looked at, the first ones; the others are for the next slice
 */
record ActedJobs(long done, long skipped, int looked) {
    static final ActedJobs NONE = new ActedJobs(0, 0, 0);
}
