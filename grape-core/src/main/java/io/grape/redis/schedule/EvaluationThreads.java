package io.grape.redis.schedule;

import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.schedule.Schedules;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that parse and evaluate when schedules occur. Replies of Redis arrive on event loops, which must not do that.
 *
 * <p>Ticks have a thread of their own, so that no call makes an occurrence late. Changes do not wait behind reads either. Calls
 * beyond a bound fail with OVERLOADED. Each thread ends when it is idle.
 */
final class EvaluationThreads {
    /** The maximum number of calls of one kind that wait for their thread: those that put all schedules of two tubes at once. */
    static final int MAX_WAITING = 2 * Schedules.MAX_SCHEDULES;

    /** For ticks, which are never refused. */
    static final Executor TICKS = thread("grape-schedule-ticks", new LinkedBlockingQueue<>());
    /** For calls that change schedules, or make jobs of them. */
    static final Executor CHANGES = thread("grape-schedule-changes", new LinkedBlockingQueue<>(MAX_WAITING));
    /** For calls that read schedules. */
    static final Executor READS = thread("grape-schedule-reads", new LinkedBlockingQueue<>(MAX_WAITING));

    private EvaluationThreads() {}

    private static Executor thread(String name, BlockingQueue<Runnable> waiting) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1,
                1,
                10,
                TimeUnit.SECONDS,
                waiting,
                task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                },
                (task, full) -> {
                    throw GrapeException.overloaded(OverloadReason.QUEUE);
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
