package io.grape.redis.job;

/**
 * What was read.
 *
 * @param failed how many have failed in all
 */
public record FailuresRead(int read, long failed) {
    /** True when no job was left out. */
    public boolean isAll() {
        return read >= failed;
    }
}
