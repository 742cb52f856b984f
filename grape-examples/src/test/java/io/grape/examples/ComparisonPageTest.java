package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import java.time.Instant;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The Java of docs/comparison.md. */
@GrapeTest
class ComparisonPageTest {
    static final Tube<Reminder> REMINDERS = Tube.of("reminders", Reminder.class);

    record Reminder(String order) {}

    record Waiting(String order, Instant due) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due.toEpochMilli() - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return due.compareTo(((Waiting) other).due);
        }
    }

    @Test
    void whatWaitsInADelayQueueMoves(Grape grape) {
        DelayQueue<Waiting> queue = new DelayQueue<>();
        Instant due = Instant.ofEpochMilli(System.currentTimeMillis() + 3_600_000);
        queue.add(new Waiting("8812", due));
        for (int run = 0; run < 2; run++) {
            // tag::move[]
            for (Waiting old : queue) {
                grape.produce(
                        REMINDERS,
                        NewJob.of(new Reminder(old.order())).id(old.order()).at(old.due()));
            }
            // end::move[]
        }
        assertThat(grape.list(REMINDERS, JobState.DELAYED, 10, null).jobs())
                .hasSize(1)
                .allSatisfy(job -> assertThat(job.dueAt()).contains(due));
    }
}
