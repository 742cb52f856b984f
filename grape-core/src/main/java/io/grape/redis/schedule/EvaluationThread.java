package io.grape.redis.schedule;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread that reads and evaluates what is said of when schedules occur. Replies of Redis arrive on event loops, which
 * must not do that. The thread ends when it is idle.
 */
final class EvaluationThread {
    static final Executor EVALUATIONS = executor();

    private EvaluationThread() {}

    private static Executor executor() {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "grape-schedules");
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
