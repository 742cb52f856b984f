package io.grape.client.transport;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A nano clock that goes on when told. */
final class SetClock implements LongSupplier {
    private volatile long now = 1_000_000_000_000L;

    synchronized void forward(Duration time) {
        now += time.toNanos();
    }

    @Override
    public long getAsLong() {
        return now;
    }
}
