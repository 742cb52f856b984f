package io.grape.spring;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A thread that keeps the JVM running while the worker runs. All other threads of the worker are daemons, so an application without
 * a web server would end as soon as it has started.
 */
final class KeepAlive {
    private @Nullable CountDownLatch ended;

    synchronized void start() {
        if (ended == null) {
            CountDownLatch latch = new CountDownLatch(1);
            Thread thread = new Thread(() -> await(latch), "grape-keep-alive");
            thread.setDaemon(false);
            thread.start();
            ended = latch;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized void stop() {
        if (ended != null) {
            ended.countDown();
            ended = null;
        }
    }
}
