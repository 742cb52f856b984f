package io.grape.cli.top;

import io.grape.client.JobState;
import io.grape.client.TubeActivity;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** In which order tubes are shown, and the key that asks for it. */
enum TubeOrder {
    READY('r', by(JobState.READY)),
    DELAYED('d', by(JobState.DELAYED)),
    FAILED('f', by(JobState.FAILED)),
    OLDEST('o', Comparator.comparing(TubeOrder::oldest).reversed()),
    IN('i', rate("produced")),
    OUT('u', rate("finished")),
    NAME('n', Comparator.comparing(tube -> ""));

    private final char key;
    // A comparator of the JDK over methods of a record: it has no state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Comparator<TubeActivity> first;

    TubeOrder(char key, Comparator<TubeActivity> first) {
        this.key = key;
        this.first = first;
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
        return first.thenComparing(tube -> tube.tube().name());
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
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
