package io.grape.redis.job;

/**
 * Failures that were read.
 *
 * @param failed how many have failed in all
 */
public record FailuresRead(int read, long failed) {
    /** True if no job was left out. */
    public boolean isAll() {
        return read >= failed;
    }
}
