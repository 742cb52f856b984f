package io.grape.core.job;

/**
 * A job as a look found it.
 *
 * @param rev another text after each change, replace, release, kick and delivery of the job, the same after a touch
 * @param successor true if another job of its id follows it
 */
public record JobSnapshot(Job job, String rev, boolean successor) {}
