package io.grape.client.worker;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads for handlers: virtual ones if the JDK has them (21 and later), else daemon threads of a pool. */
final class HandlerThreads {
    private static final String NAME = "grape-worker-";

    private HandlerThreads() {}

    static ExecutorService open() {
        try {
            return virtual();
        } catch (ReflectiveOperationException e) {
            return pooled();
        }
    }

    /**
     * Uses reflection: the client is compiled for Java 17. On Java 19 and 20 virtual threads are a preview, and this
     * throws.
     */
    private static ExecutorService virtual() throws ReflectiveOperationException {
        Class<?> builder = Class.forName("java.lang.Thread$Builder");
        Object named = builder.getMethod("name", String.class, long.class)
                .invoke(Thread.class.getMethod("ofVirtual").invoke(null), NAME, 0L);
        Object factory = builder.getMethod("factory").invoke(named);
        Object threads = Executors.class
                .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                .invoke(null, factory);
        if (threads instanceof ExecutorService made) {
            return made;
        }
        throw new InvocationTargetException(null, "no executor");
    }

    private static ExecutorService pooled() {
        AtomicInteger count = new AtomicInteger();
        return Executors.newCachedThreadPool(task -> {
            Thread made = new Thread(task, NAME + count.getAndIncrement());
            made.setDaemon(true);
            return made;
        });
    }
}
