package io.grape.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.ScheduleSettings;
import io.grape.client.Tube;
import io.grape.client.TubeSettings;
import io.grape.client.worker.Retry;
import io.grape.client.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@GrapeTest
class TestBrokerTest {
    private static final Tube<String> ORDERS = Tube.of("orders", String.class);
    private static final Tube<String> MAILS = Tube.of("mails", String.class);
    private static final Duration MONTH = Duration.ofDays(30);

    private final Queue<String> done = new ConcurrentLinkedQueue<>();

    @Test
    void timeDoesNotGoBack(TestBroker broker) {
        assertThatThrownBy(() -> broker.advance(Duration.ofDays(-1))).hasMessageContaining("0 or more");
    }

    @Test
    void aJobRunsWhenItsTimeHasPassedAndNotBefore(Grape grape, TestBroker broker) {
        try (Worker worker =
                Worker.of(grape).on(ORDERS, (order, job) -> done.add(order)).start()) {
            grape.produce(ORDERS, NewJob.of("8812").id("cancel-8812").delay(Duration.ofMinutes(30)));
            broker.advance(Duration.ofMinutes(29));
            assertThat(done).isEmpty();
            broker.advance(Duration.ofMinutes(1));
            assertThat(done).containsExactly("8812");
            assertThat(grape.peek(ORDERS, "cancel-8812")).isEmpty();
            assertThat(worker).isNotNull();
        }
    }

    @Test
    void aMonthOfRetriesPassesAtOnce(Grape grape, TestBroker broker) {
        Instant start = broker.now();
        try (Worker worker = Worker.of(grape)
                .retry(Retry.exponential(Duration.ofSeconds(5), Duration.ofHours(12)))
                .on(ORDERS, (order, job) -> {
                    done.add(order);
                    throw new IllegalStateException("not yet");
                })
                .start()) {
            grape.produce(ORDERS, NewJob.of("8812").id("a").maxAttempts(100));
            broker.advance(MONTH);
            Job<String> job = grape.peek(ORDERS, "a").orElseThrow();
            assertThat(job.state()).isIn(JobState.DELAYED, JobState.FAILED);
            assertThat(job.noe()).isEqualTo(done.size()).isGreaterThan(50);
            assertThat(broker.now()).isAfterOrEqualTo(start.plus(MONTH));
            assertThat(worker).isNotNull();
        }
    }

    @Test
    void aMonthOfADailySchedulePassesAtOnce(Grape grape, TestBroker broker) {
        try (Worker worker =
                Worker.of(grape).on(ORDERS, (order, job) -> done.add(order)).start()) {
            grape.tubes().configure("orders", new TubeSettings(Duration.ofMinutes(1), 3));
            ScheduleSettings daily = ScheduleSettings.every(Duration.ofDays(1))
                    .anchor(broker.now().plus(Duration.ofHours(12)));
            grape.schedules().put(ORDERS, "daily", daily, NewJob.of("report"));
            broker.advance(MONTH);
            assertThat(done).hasSize(30);
            assertThat(worker).isNotNull();
        }
    }

    @Test
    void whatAHandlerProducesRunsWithinTheSameStep(Grape grape, TestBroker broker) {
        try (Worker worker = Worker.of(grape)
                .on(ORDERS, (order, job) -> {
                    done.add(order);
                    grape.produce(MAILS, NewJob.of("mail-" + order).delay(Duration.ofHours(1)));
                })
                .on(MAILS, (mail, job) -> done.add(mail))
                .start()) {
            grape.produce(ORDERS, NewJob.of("a").delay(Duration.ofDays(1)));
            grape.produce(ORDERS, NewJob.of("b").delay(Duration.ofDays(2)));
            broker.advance(Duration.ofDays(3));
            assertThat(done).containsExactly("a", "mail-a", "b", "mail-b");
            assertThat(worker).isNotNull();
        }
    }

    @Test
    void aLeaseThatRanOutIsAnothersWhenTimeHasPassed(Grape grape, TestBroker broker) {
        grape.produce(ORDERS, NewJob.of("a").id("a"));
        Job<String> first = take(grape);
        broker.advance(Duration.ofSeconds(61));
        Job<String> second = take(grape);
        assertThat(second.noe()).isEqualTo(2);
        assertThat(second.lease().orElseThrow().token())
                .isGreaterThan(first.lease().orElseThrow().token());
    }

    private static Job<String> take(Grape grape) {
        return grape.consume(ORDERS, 1, Duration.ZERO).get(0);
    }

    @Test
    void whoeverWaitsIsWokenWhenTheTimeIsPutAhead(Grape grape, TestBroker broker) {
        grape.produce(ORDERS, NewJob.of("a").delay(Duration.ofHours(1)));
        var waiting = grape.async().consume(ORDERS, 1, Duration.ofSeconds(50));
        broker.advance(Duration.ofHours(2));
        assertThat(waiting.join()).hasSize(1);
    }

    @Test
    void eachTestHasABrokerOfItsOwn(Grape grape, TestBroker broker) {
        assertThat(grape.tubes().list(100, null).tubes()).isEmpty();
        assertThat(broker.now()).isBefore(Instant.now().plusSeconds(60));
    }

    @Test
    void aClientOfOnesOwnIsWaitedFor(TestBroker broker) {
        try (Grape own = Grape.builder()
                        .brokers(List.of(broker.uri()))
                        .events(broker.events())
                        .build();
                Worker worker = Worker.of(own)
                        .on(ORDERS, (order, job) -> done.add(order))
                        .start()) {
            own.produce(ORDERS, "a");
            broker.runUntilIdle();
            assertThat(done).containsExactly("a");
            assertThat(worker).isNotNull();
        }
    }

    @Test
    void whatIsPausedIsNotWaitedFor(Grape grape, TestBroker broker) {
        grape.produce(ORDERS, "a");
        grape.tubes().pause("orders", Duration.ofHours(1), "a test");
        try (Worker worker =
                Worker.of(grape).on(ORDERS, (order, job) -> done.add(order)).start()) {
            broker.runUntilIdle();
            assertThat(done).isEmpty();
            broker.advance(Duration.ofHours(1));
            assertThat(done).containsExactly("a");
            assertThat(worker).isNotNull();
        }
    }

    @Test
    void aHandlerThatNeverEndsIsNamed(Grape grape, TestBroker broker) {
        CountDownLatch end = new CountDownLatch(1);
        try (Worker worker =
                Worker.of(grape).on(ORDERS, (order, job) -> end.await()).start()) {
            grape.produce(ORDERS, "a");
            assertThatThrownBy(broker::runUntilIdle)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("orders with 0 ready and 1 retained");
            end.countDown();
            broker.runUntilIdle();
            assertThat(worker).isNotNull();
        }
    }
}
