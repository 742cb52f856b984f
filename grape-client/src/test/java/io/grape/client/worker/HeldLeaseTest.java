package io.grape.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Acknowledgement;
import io.grape.client.Grape;
import io.grape.client.Lease;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A lease whose job is on its way to a handler. */
@SuppressWarnings("try")
class HeldLeaseTest {
    @Test
    void aLossOnTheWayToTheHandlerInterruptsItAsItBegins() {
        try (Grape grape = Grape.connect("http://127.0.0.1:1");
                Timer timer = new Timer("test-timer")) {
            HeldLease lease = new HeldLease(
                    new Acknowledgement.Touch("a", new Lease(1)),
                    System.nanoTime(),
                    Duration.ofHours(1).toNanos(),
                    new HeldLease.RenewalContext(
                            new AckQueue(
                                    acks -> AckSender.Sent.of(grape.async().acknowledgeAll("work", acks)),
                                    "work",
                                    timer,
                                    grape::isClosed),
                            timer,
                            new StandstillWatch(System.nanoTime()),
                            Runnable::run,
                            false,
                            (touch, how) -> {}));
            lease.abandon();
            lease.runsHere();
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
