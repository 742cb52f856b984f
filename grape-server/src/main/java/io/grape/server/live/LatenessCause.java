package io.grape.server.live;

import io.grape.core.tube.LateJobs;
import io.grape.core.tube.Tube;
import java.time.Duration;

/** Why jobs wait longer than the lateness target of their tube: what to look at first. */
public enum LatenessCause {
    /** No consumer waits for the tube, and none took a job of late. */
    NO_CONSUMER,
    /** The limits of their keys, or of the tube, hold all of them, so no consumer could get one. */
    KEY,
    /** Jobs are delivered, but too few: the brokers or their consumers are too slow. */
    BROKER,
    /** Redis responds slowly, or could not be used a moment ago. */
    REDIS;

    private static final Duration CONSUMED_LATELY = Duration.ofSeconds(10);

    /** The first that fits. */
    static LatenessCause of(LateJobs late, Tube tube, StoreCondition store) {
        Duration sinceDelivery = tube.sinceDelivery();
        boolean isConsumed = sinceDelivery != null && sinceDelivery.compareTo(CONSUMED_LATELY) <= 0;
        if (late.held()) {
            return KEY;
        }
        if (!late.awaited() && !isConsumed) {
            return NO_CONSUMER;
        }
        return store.isBad() ? REDIS : BROKER;
    }
}
