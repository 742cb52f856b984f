package io.grape.client;

import java.util.List;

/**
 * Goes with each produce of a client, for example to trace it: {@link GrapeBuilder#around}. It sees every job that the
 * client produces, one by one, many at a time or by a buffer, but not the job of a schedule.
 */
@FunctionalInterface
public interface ProduceInterceptor {
    /**
     * Called on the calling thread, once for each call of the client: before the jobs are sent, or written into a buffer. If it
     * throws, the jobs are produced without it.
     *
     * @param tube their tube
     * @param jobs one, or those of a {@link Grape#produceAll(Tube, List)}
     */
    ProduceScope begin(Tube<?> tube, List<? extends NewJob<?>> jobs);
}
