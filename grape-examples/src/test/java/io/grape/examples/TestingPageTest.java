package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.Worker;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The Java of docs/testing.md, with {@link ReminderTest}. */
@GrapeTest
class TestingPageTest {
    static final Tube<Reminder> REMINDERS = Tube.of("reminders", Reminder.class);

    private final AtomicInteger tries = new AtomicInteger();

    record Reminder(String order) {}

    private void remind(Reminder reminder) {
        tries.incrementAndGet();
        throw new IllegalStateException("nobody takes " + reminder.order());
    }

    @Test
    void aJobThatNeverSucceedsIsFailed(Grape grape, TestBroker broker) {
        // tag::retries[]
        Worker worker = Worker.of(grape)
                .on(REMINDERS, (reminder, job) -> remind(reminder))
                .start();
        grape.produce(REMINDERS, NewJob.of(new Reminder("8812")).id("8812").maxAttempts(20));
        broker.advance(Duration.ofDays(30));

        assertThat(tries).hasValue(20);
        assertThat(grape.peek(REMINDERS, "8812"))
                .hasValueSatisfying(job -> assertThat(job.state()).isEqualTo(JobState.FAILED));
        // end::retries[]
        worker.close();
    }

    @Test
    void workersOfAClientOfYourOwnAreWaitedFor(TestBroker broker) {
        // tag::own[]
        Grape grape =
                Grape.builder().brokers(broker.uri()).events(broker.events()).build();
        // end::own[]
        try (grape) {
            Worker worker = Worker.of(grape)
                    .on(REMINDERS, (reminder, job) -> tries.incrementAndGet())
                    .start();
            grape.produce(REMINDERS, new Reminder("8812"));
            broker.runUntilIdle();
            assertThat(tries).hasValue(1);
            worker.close();
        }
    }
}
