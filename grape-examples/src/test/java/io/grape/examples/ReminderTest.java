package io.grape.examples;

import static io.grape.examples.TestingPageTest.REMINDERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.worker.Worker;
import io.grape.examples.TestingPageTest.Reminder;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

// tag::test[]
@GrapeTest
class ReminderTest {
    private final List<String> reminded = new CopyOnWriteArrayList<>();

    @Test
    void remindsAfterThirtyDays(Grape grape, TestBroker broker) {
        Worker worker = Worker.of(grape)
                .on(REMINDERS, (reminder, job) -> reminded.add(reminder.order()))
                .start();
        grape.produce(REMINDERS, NewJob.of(new Reminder("8812")).delay(Duration.ofDays(30)));

        broker.advance(Duration.ofDays(29));
        assertThat(reminded).isEmpty();

        broker.advance(Duration.ofDays(1));
        assertThat(reminded).containsExactly("8812");
        worker.close();
    }
}
// end::test[]
