package io.grape.chaos.fault;

import io.grape.chaos.history.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Something that is broken on purpose, and mended. */
public interface Fault {
    /** Makes ready for it; nothing is broken yet. */
    default void prepare() {}

    /** Breaks it, and waits while that undoes what is answered meanwhile. */
    void run();

    /** Waits while it goes on without undoing anything, and mends it. What then needs time to come back is waited for by others. */
    default void mend() {}

    /** How old an answered call may be that this undoes; empty = it must undo nothing. */
    default Optional<Duration> undoes() {
        return Optional.empty();
    }

    /** Why it cannot be done here. */
    default Optional<String> missing() {
        return Optional.empty();
    }

    /** What was wrong with how calls fared meanwhile, beside what holds for every history. */
    default Optional<String> objection(List<Entry> meanwhile) {
        return Optional.empty();
    }
}
