package io.grape.spring;

import io.grape.client.Grape;
import io.grape.client.Tube;
import io.grape.client.worker.Interceptor;
import io.grape.client.worker.Worker;
import io.grape.client.worker.WorkerBuilder;
import io.grape.spring.GrapeProperties.TubeProperties;
import io.grape.spring.GrapeProperties.TubeRetryProperties;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.ResolvableType;

/**
 * The worker of all {@link GrapeHandler} methods. It starts when the context is complete, and drains in the phase in which the web
 * server drains, so both have the whole time of the phase. Without a handler there is no worker.
 */
public final class HandlerWorker implements SmartLifecycle, SmartInitializingSingleton {
    /** The phase of the web server's graceful shutdown. */
    public static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

    private static final Logger LOG = LoggerFactory.getLogger(HandlerWorker.class);
    private static final String UNSEARCHED =
            "handlers of these beans are not found, because their class is unknown before they are created:"
                    + " return the class from their @Bean methods, or add @Lazy(false) beans={}";

    private static final TubeProperties NOTHING_SET =
            new TubeProperties(true, null, null, null, null, new TubeRetryProperties(null, null, null));

    private static final ResolvableType ANY_TUBE = ResolvableType.forRawClass(Tube.class);

    private final Grape grape;
    private final GrapeProperties properties;
    private final GrapeCodecs codecs;
    private final ConfigurableListableBeanFactory beans;
    private final ShutdownPhase phase;
    private final List<HandlerMethod> handlers = new ArrayList<>();
    private final KeepAlive keepAlive = new KeepAlive();
    private @Nullable Worker running;

    HandlerWorker(
            Grape grape,
            GrapeProperties properties,
            GrapeCodecs codecs,
            ConfigurableListableBeanFactory beans,
            ShutdownPhase phase) {
        this.grape = grape;
        this.properties = properties;
        this.codecs = codecs;
        this.beans = beans;
        this.phase = phase;
    }

    /** Finds the handlers of all beans. */
    @Override
    public void afterSingletonsInstantiated() {
        HandlerScan scan = new HandlerScan(beans);
        Map<String, HandlerMethod> found = scan.byTube();
        List<String> unsearched = scan.unsearched();
        if (!unsearched.isEmpty()) {
            if (found.isEmpty()) {
                LOG.warn(UNSEARCHED, unsearched);
            } else {
                LOG.info(UNSEARCHED, unsearched);
            }
        }
        TreeSet<String> unknown = new TreeSet<>(properties.tubes().keySet());
        unknown.removeAll(found.keySet());
        if (!unknown.isEmpty()) {
            LOG.warn("no handler for tubes of grape.tubes tubes={} handlers={}", unknown, found.keySet());
        }
        found.values().stream().filter(handler -> of(handler.tube()).enabled()).forEach(handlers::add);
    }

    private TubeProperties of(String tube) {
        return properties.tubes().getOrDefault(tube, NOTHING_SET);
    }

    /** The worker while it runs; empty before and after, and without a handler. */
    public synchronized Optional<Worker> worker() {
        return Optional.ofNullable(running);
    }

    @Override
    public synchronized void start() {
        if (running == null && !ClientInTests.replaces(grape, "the worker")) {
            WorkerBuilder builder = builder();
            if (builder.tubes().isEmpty()) {
                LOG.info("no worker starts: there is no @GrapeHandler method, and no customizer adds a handler");
                return;
            }
            running = builder.start();
            if (properties.worker().keepAlive()) {
                keepAlive.start();
            }
        }
    }

    private WorkerBuilder builder() {
        WorkerBuilder builder = Worker.of(grape).closeOnShutdown(false);
        WorkerOptions options = new WorkerOptions(properties.worker());
        options.apply(builder, phase.cut(properties.worker().drain()));
        beans.getBeanProvider(Interceptor.class).orderedStream().forEach(builder::around);
        for (HandlerMethod handler : handlers) {
            builder.decide(tube(handler), handler, options.of(handler.tube(), of(handler.tube()), handler.buryOn()));
        }
        beans.getBeanProvider(WorkerBuilderCustomizer.class)
                .orderedStream()
                .forEach(customizer -> customizer.customize(builder));
        return builder;
    }

    /** With the codec of a bean for this tube, else that of the type of the payload. */
    private Tube<Object> tube(HandlerMethod handler) {
        Type payload = Objects.requireNonNullElse(handler.signature().payload(), byte[].class);
        try {
            return beans.<Tube<Object>>getBeanProvider(ANY_TUBE).stream()
                    .filter(tube -> tube.name().equals(handler.tube()))
                    .findFirst()
                    .orElseGet(() -> new Tube<>(handler.tube(), codecs.of(ofOneJob(payload))));
        } catch (IllegalArgumentException e) {
            throw BadConfigurationException.ofHandler(handler.toString(), String.valueOf(e.getMessage()), e);
        }
    }

    /** A collection could mean a batch of jobs as well as one payload, so it is neither. */
    private static Type ofOneJob(Type payload) {
        if (Collection.class.isAssignableFrom(ResolvableType.forType(payload).toClass())) {
            throw new IllegalArgumentException("expected the payload of one job, got " + payload.getTypeName()
                    + ": for payloads that are lists, take an array or declare a Tube bean with the codec; for many jobs in one run"
                    + " of a handler, add onBatch in a WorkerBuilderCustomizer");
        }
        return payload;
    }

    /** Ends it as {@link Worker#close} does, and waits for that. */
    @Override
    public void stop() {
        worker().ifPresent(ended -> {
            ended.close();
            forget(ended);
        });
    }

    /**
     * Ends it in the background, as others of the phase end at the same time. A handler that closes its context is not waited for:
     * the shutdown waits for the callback on the thread of that handler, so both would wait until the drain ends.
     */
    @Override
    public void stop(Runnable callback) {
        boolean isHandler = worker().map(Worker::isHandlerThread).orElse(false);
        Thread thread = new Thread(
                () -> {
                    try {
                        stop();
                    } finally {
                        if (!isHandler) {
                            callback.run();
                        }
                    }
                },
                "grape-worker-stop");
        thread.start();
        if (isHandler) {
            callback.run();
        }
    }

    private synchronized void forget(Worker ended) {
        if (running == ended) {
            running = null;
            keepAlive.stop();
        }
    }

    @Override
    public boolean isRunning() {
        return worker().isPresent();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
