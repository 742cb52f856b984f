package io.grape.spring;

import io.grape.client.worker.WorkerBuilder;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.Ordered;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Threads of the platform for handlers, as an application has them without {@code spring.threads.virtual.enabled}. */
final class PlatformThreads implements WorkerBuilderCustomizer, Ordered, DisposableBean {
    private final ExecutorService threads;

    PlatformThreads() {
        CustomizableThreadFactory factory = new CustomizableThreadFactory("grape-worker-");
        factory.setDaemon(true);
        this.threads = Executors.newCachedThreadPool(factory);
    }

    @Override
    public void customize(WorkerBuilder builder) {
        builder.executor(threads);
    }

    /** Others may choose other threads. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void destroy() {
        threads.shutdown();
    }
}
