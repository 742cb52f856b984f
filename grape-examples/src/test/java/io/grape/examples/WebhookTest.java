package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.worker.Worker;
import io.grape.examples.Webhook.Event;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@GrapeTest
class WebhookTest {
    @Test
    void itIsDeliveredOnceTheReceiverTakesIt(Grape grape, TestBroker broker) throws IOException {
        try (FlakyReceiver receiver = new FlakyReceiver()) {
            Worker worker = new Webhook().startWorker(grape, Webhook.RETRY);
            grape.produce(
                    Webhook.EVENTS,
                    NewJob.of(new Event(receiver.flaky(), "paid")).id("paid"));
            broker.advance(Duration.ofMinutes(1));
            assertThat(receiver.calls()).isEqualTo(3);
            assertThat(grape.peek(Webhook.EVENTS, "paid")).isEmpty();
            worker.close();
        }
    }

    @Test
    void whatIsRefusedIsBuriedAtOnce(Grape grape, TestBroker broker) throws IOException {
        try (FlakyReceiver receiver = new FlakyReceiver()) {
            Worker worker = new Webhook().startWorker(grape, Webhook.RETRY);
            grape.produce(
                    Webhook.EVENTS,
                    NewJob.of(new Event(receiver.gone(), "paid")).id("paid"));
            broker.runUntilIdle();
            Job<Event> job = grape.peek(Webhook.EVENTS, "paid").orElseThrow();
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.noe()).isEqualTo(1);
            assertThat(job.reason().orElseThrow()).endsWith("refused with 410");
            worker.close();
        }
    }

    @Test
    void theProgramEndsWhenBothAreSettled(TestBroker broker) throws Exception {
        assertThat(Printed.by(Webhook::main, broker.uri().toString()))
                .containsExactly(
                        "paid-8812 is delivered: true",
                        "sent-8812 is FAILED: io.grape.examples.Webhook$RefusedException: refused with 410");
    }
}
