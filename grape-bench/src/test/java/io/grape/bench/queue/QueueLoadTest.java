package io.grape.bench.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.bench.load.LoadFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueueLoadTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private final ScheduledExecutorService threads = new ScheduledThreadPoolExecutor(4);

    /** A queue in memory that runs each job as often as it is told to. */
    private class MemoryQueue implements QueueClient {
        private final int executions;
        private Consumer<Order> handler = order -> {};

        MemoryQueue(int executions) {
            this.executions = executions;
        }

        @Override
        public void work(int workers, Consumer<Order> given) {
            handler = given;
        }

        @Override
        public String produce(Order order, Duration delay) {
            Order read = Order.fromJson(order.json());
            for (int i = 0; i < executions; i++) {
                var unused = threads.schedule(() -> handler.accept(read), delay.toNanos(), TimeUnit.NANOSECONDS);
            }
            return Long.toString(order.order());
        }

        @Override
        public void produceAll(List<Order> orders) {
            orders.forEach(order -> produce(order, Duration.ZERO));
        }

        @Override
        public void close() {}
    }

    private static Map<String, Double> run(QueueClient client, LoadShape shape) throws Exception {
        QueueLoad load = new QueueLoad(client, shape, Order.note(100));
        load.run(SHORT);
        return load.run(SHORT);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void payloadsHaveTheLengthThatIsAskedFor() {
        Order order = new Order(Order.FIRST + 7, Order.note(100));
        assertThat(order.json().getBytes(UTF_8)).hasSize(100);
        assertThat(Order.fromJson(order.json())).isEqualTo(order);
        assertThat(Order.fromJson("{ \"order\" : 1000000007 , \"note\" : \"x y\" }"))
                .isEqualTo(new Order(1_000_000_007, "x y"));
    }

    @Test
    void shapesAreWrittenAsTheyAreRead() {
        for (String text : List.of("single:1", "batches:100", "rate:200")) {
            assertThat(LoadShape.parse(text)).hasToString(text);
        }
    }

    @Test
    void runsEveryJobOneByOneAndInBatches() throws Exception {
        assertThat(run(new MemoryQueue(1), LoadShape.parse("single:1")).get("jobs"))
                .isPositive();
        double jobs = run(new MemoryQueue(1), LoadShape.parse("batches:100")).getOrDefault("jobs", Double.NaN);
        assertThat(jobs % 100).isZero();
    }

    @Test
    void producesAtItsRateAndMeasuresFromTheDueTime() throws Exception {
        Map<String, Double> figures = run(new MemoryQueue(1), LoadShape.parse("rate:200"));
        assertThat(figures.get("jobs")).isBetween(39.0, 41.0);
        assertThat(figures.get("late p50 ms")).isBetween(0.0, 500.0);
        assertThat(figures.get("early max ms")).isZero();
    }

    @Test
    void jobThatRunsTwiceFailsTheRun() {
        assertThatThrownBy(() -> run(new MemoryQueue(2), LoadShape.parse("single:1")))
                .isInstanceOf(LoadFailure.class)
                .hasMessageContaining("jobs ran twice");
    }

    @Test
    void produceThatFailsEndsTheRun() {
        QueueClient broken = new MemoryQueue(1) {
            @Override
            public String produce(Order order, Duration delay) {
                throw new IllegalStateException("refused");
            }
        };
        assertThatThrownBy(() -> run(broken, LoadShape.parse("single:1")))
                .isInstanceOf(LoadFailure.class)
                .hasMessageContaining("refused");
    }

    @Test
    void backlogIsFilledAndSomeOfItCancelled() throws Exception {
        List<Long> delays = new CopyOnWriteArrayList<>();
        Set<String> cancelled = ConcurrentHashMap.newKeySet();
        QueueClient queue = new MemoryQueue(1) {
            @Override
            public String produce(Order order, Duration delay) {
                delays.add(delay.toSeconds());
                return Long.toString(order.order());
            }

            @Override
            public boolean cancel(String id) {
                return cancelled.add(id);
            }
        };
        Backlog backlog = new Backlog(queue, "");
        backlog.fill(2_000);
        assertThat(delays).hasSize(2_000).allSatisfy(delay -> assertThat(delay).isBetween(3_600L, 86_400L));
        assertThat(backlog.cancel(10)).containsKeys("cancel p50 ms", "cancel p99 ms");
        assertThat(cancelled).hasSize(10);
    }

    @Test
    void jobsOfADeadWorkerAreCountedWhenTheyRunAgain() throws Exception {
        Crash crash = new Crash(new MemoryQueue(1), "");
        assertThat(crash.await(1, SHORT)).containsEntry("run again", 0.0);
        QueueClient queue = new MemoryQueue(1);
        Crash other = new Crash(queue, "");
        other.work(2);
        queue.produceAll(List.of(new Order(1, ""), new Order(2, ""), new Order(2, "")));
        assertThat(other.await(2, Duration.ofSeconds(10))).containsEntry("run again", 2.0);
    }

    @Test
    void allocationsOfThreadsThatEndedAreCounted() throws InterruptedException {
        HeapAllocations allocations = HeapAllocations.begin();
        long before = allocations.bytes();
        byte[][] last = new byte[1][];
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                last[0] = new byte[1 << 20];
            }
        });
        thread.start();
        thread.join();
        assertThat(last[0]).isNotNull();
        assertThat(allocations.bytes() - before).isBetween(80L << 20, 400L << 20);
    }
}
