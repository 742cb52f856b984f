package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.Interceptor;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

/** The life of the worker in a context, with a real broker. */
@Tag("slow")
@GrapeTest
class HandlerWorkerTest {
    private static final Tube<String> SLOW = Tube.of("slow", Codec.text());

    /** A handler that waits until the test lets it go. */
    static class Slow {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch free = new CountDownLatch(1);
        private final List<String> done = new CopyOnWriteArrayList<>();
        private final AtomicReference<String> thread = new AtomicReference<>();

        @GrapeHandler("slow")
        void work(String text, JobContext job) throws InterruptedException {
            thread.set(Thread.currentThread().getName());
            begun.countDown();
            free.await();
            done.add(text + " " + job.attempt());
        }

        void letGo() {
            free.countDown();
        }
    }

    private static ApplicationContextRunner with(TestBroker broker, Slow slow) {
        return Contexts.of(broker).withBean(Slow.class, () -> slow);
    }

    private static void produce(ConfigurableApplicationContext context, Slow slow) throws InterruptedException {
        context.getBean(Grape.class).produce(SLOW, NewJob.of("job").id("a"));
        slow.begun.await();
    }

    @Test
    void theContextWaitsForAHandlerThatRuns(TestBroker broker) {
        Slow slow = new Slow();
        List<HandlerWorker> workers = new CopyOnWriteArrayList<>();
        with(broker, slow).run(context -> {
            workers.add(context.getBean(HandlerWorker.class));
            produce(context.getSourceApplicationContext(ConfigurableApplicationContext.class), slow);
            Thread closing =
                    new Thread(context.getSourceApplicationContext(ConfigurableApplicationContext.class)::close);
            closing.start();
            await().atMost(Contexts.PATIENCE)
                    .until(() -> workers.get(0)
                            .worker()
                            .map(each -> !each.status().isHealthy())
                            .orElse(true));
            assertThat(slow.done).isEmpty();
            assertThat(context.getBean(Grape.class).isClosed()).isFalse();
            slow.letGo();
            closing.join();
        });
        assertThat(slow.done).containsExactly("job 1");
        assertThat(workers.get(0).isRunning()).isFalse();
        assertThat(broker.client().peek(SLOW, "a")).isEmpty();
    }

    @Test
    void afterTheDrainTheJobGoesBack(TestBroker broker) {
        Slow slow = new Slow();
        with(broker, slow)
                .withPropertyValues("grape.worker.drain=0s")
                .run(context ->
                        produce(context.getSourceApplicationContext(ConfigurableApplicationContext.class), slow));
        assertThat(slow.done).isEmpty();
        assertThat(broker.client().peek(SLOW, "a").orElseThrow().state()).isEqualTo(JobState.READY);
        assertThat(broker.client().peek(SLOW, "a").orElseThrow().noe()).isZero();
    }

    @Test
    void aContextThatStopsMayStartAgain(TestBroker broker) {
        Slow slow = new Slow();
        slow.letGo();
        with(broker, slow).run(context -> {
            ConfigurableApplicationContext source =
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class);
            source.stop();
            assertThat(context.getBean(HandlerWorker.class).worker()).isEmpty();
            source.start();
            context.getBean(Grape.class).produce(SLOW, "again");
            broker.runUntilIdle();
            assertThat(slow.done).containsExactly("again 1");
        });
    }

    @Test
    void handlersRunOnThreadsOfThePlatformUnlessVirtualOnesAreOn(TestBroker broker) {
        Slow slow = new Slow();
        slow.letGo();
        with(broker, slow).run(context -> {
            context.getBean(Grape.class).produce(SLOW, "job");
            broker.runUntilIdle();
            assertThat(slow.thread.get()).startsWith("grape-worker-");
            assertThat(context).hasSingleBean(PlatformThreads.class);
        });
        with(broker, slow)
                .withPropertyValues("spring.threads.virtual.enabled=true")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(PlatformThreads.class);
                    context.getBean(Grape.class).produce(SLOW, "job");
                    broker.runUntilIdle();
                    assertThat(slow.done).hasSize(2);
                });
    }

    @Test
    void handlersOfACustomizerAloneWork(TestBroker broker) {
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        Contexts.of(broker)
                .withBean(
                        WorkerBuilderCustomizer.class,
                        () -> builder ->
                                builder.onBatch(SLOW, 2, Duration.ofSeconds(5), batch -> sizes.add(batch.size())))
                .run(context -> {
                    context.getBean(Grape.class).produceAll(SLOW, List.of(NewJob.of("a"), NewJob.of("b")));
                    broker.runUntilIdle();
                    assertThat(sizes).containsExactly(2);
                });
    }

    @Test
    void customizersAndInterceptorsAreBeans(TestBroker broker) {
        Slow slow = new Slow();
        slow.letGo();
        ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, "mine"));
        Interceptor twice = (job, next) -> {
            Outcome unused = next.proceed();
            return next.proceed();
        };
        with(broker, slow)
                .withBean(Interceptor.class, () -> twice)
                .withBean(
                        WorkerBuilderCustomizer.class,
                        () -> builder -> builder.executor(threads).timeout(Duration.ofMinutes(5)))
                .run(context -> {
                    context.getBean(Grape.class).produce(SLOW, "job");
                    broker.runUntilIdle();
                    assertThat(slow.done).containsExactly("job 1", "job 1");
                    assertThat(slow.thread.get()).isEqualTo("mine");
                });
        threads.shutdown();
    }

    @Test
    void handlerThatClosesItsContextDoesNotWaitForItself(TestBroker broker) {
        Contexts.of(broker)
                .withBean(Closing.class)
                .withPropertyValues("grape.worker.drain=50m", "spring.lifecycle.timeout-per-shutdown-phase=1h")
                .run(context -> {
                    Closing closing = context.getBean(Closing.class);
                    context.getBean(Grape.class).produce(SLOW, "end");
                    assertThat(closing.closed.await(60, TimeUnit.SECONDS)).isTrue();
                });
    }

    /** A handler that ends its application, as one that gets a job to shut down does. */
    static class Closing {
        private final ConfigurableApplicationContext context;
        private final CountDownLatch closed = new CountDownLatch(1);

        Closing(ConfigurableApplicationContext context) {
            this.context = context;
        }

        @GrapeHandler("slow")
        void close(JobContext job) {
            context.close();
            closed.countDown();
        }
    }
}
