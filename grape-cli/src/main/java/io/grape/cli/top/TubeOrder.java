package io.grape.cli.top;

import io.grape.cli.terminal.Output;
import io.grape.client.JobState;
import io.grape.client.TubeActivity;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** In which order tubes are shown, and the key that asks for it. */
enum TubeOrder {
    READY('r'),
    DELAYED('d'),
    FAILED('f'),
    OLDEST('o'),
    IN('i'),
    OUT('u'),
    NAME('n');

    private final char key;

    TubeOrder(char key) {
        this.key = key;
    }

    private static Comparator<TubeActivity> by(JobState state) {
        return Comparator.<TubeActivity>comparingLong(
                        tube -> tube.tube().counts().getOrDefault(state, 0L))
                .reversed();
    }

    private static Comparator<TubeActivity> rate(String name) {
        return Comparator.<TubeActivity>comparingDouble(tube -> tube.perSecond().getOrDefault(name, 0.0))
                .reversed();
    }

    private static Duration oldest(TubeActivity tube) {
        Duration oldest = tube.tube().oldestReady();
        return oldest == null ? Duration.ZERO : oldest;
    }

    /** Equal ones are in the order of their names. */
    Comparator<TubeActivity> comparator() {
        Comparator<TubeActivity> byName =
                Comparator.comparing(tube -> tube.tube().name());
        return switch (this) {
            case READY -> by(JobState.READY).thenComparing(byName);
            case DELAYED -> by(JobState.DELAYED).thenComparing(byName);
            case FAILED -> by(JobState.FAILED).thenComparing(byName);
            case OLDEST -> Comparator.comparing(TubeOrder::oldest).reversed().thenComparing(byName);
            case IN -> rate("produced").thenComparing(byName);
            case OUT -> rate("finished").thenComparing(byName);
            case NAME -> byName;
        };
    }

    String label() {
        return Output.name(this);
    }

    char key() {
        return key;
    }

    static Optional<TubeOrder> ofKey(int key) {
        for (TubeOrder order : values()) {
            if (order.key == key) {
                return Optional.of(order);
            }
        }
        return Optional.empty();
    }

    static @Nullable TubeOrder ofName(String name) {
        for (TubeOrder order : values()) {
            if (order.label().equals(name)) {
                return order;
            }
        }
        return null;
    }
}
