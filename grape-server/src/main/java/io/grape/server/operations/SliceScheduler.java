package io.grape.server.operations;

import static java.util.Objects.requireNonNull;

import io.grape.core.TubeName;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The slices of all operations of a broker take turns: a few go on at once, one of a tube, and the tubes that have some in line come
 * round one after the other. So no operation, however fast it goes and however many there are, keeps another from its next slice for
 * longer than one round. A slice that is late, because nobody can reach where its tube is, counts no more, and other tubes go on; its
 * own tube waits until it is over. Who waits for its time to come is not in line. Belongs to one event loop.
 */
final class SliceScheduler {
    static final int CONCURRENCY = 4;
    /** A slice takes a few ms. */
    private static final long LATE_MILLIS = 250;

    private final Vertx vertx;
    /** Who waits, first come first served in each tube. */
    private final Map<TubeName, Queue<Consumer<Turn>>> waiting = new HashMap<>();
    /** Tubes for which somebody waits, and no slice goes on. */
    private final Queue<TubeName> line = new ArrayDeque<>();

    private final Set<TubeName> busy = new HashSet<>();
    private int counted;
    private boolean isCalling;

    SliceScheduler(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Runs {@code slice} when it is its turn, which lasts until {@link Turn#over()}. */
    void next(TubeName tube, Consumer<Turn> slice) {
        Queue<Consumer<Turn>> ofTube = waiting.computeIfAbsent(tube, first -> new ArrayDeque<>());
        ofTube.add(slice);
        if (ofTube.size() == 1 && !busy.contains(tube)) {
            line.add(tube);
        }
        call();
    }

    /** A loop, because a turn may be over at once: many such would call each other too deep. */
    private void call() {
        if (isCalling) {
            return;
        }
        isCalling = true;
        try {
            while (counted < CONCURRENCY && !line.isEmpty()) {
                begin(line.remove());
            }
        } finally {
            isCalling = false;
        }
    }

    private void begin(TubeName tube) {
        Queue<Consumer<Turn>> ofTube = requireNonNull(waiting.get(tube));
        Consumer<Turn> slice = ofTube.remove();
        if (ofTube.isEmpty()) {
            waiting.remove(tube);
        }
        Turn turn = new Turn(tube);
        try {
            slice.accept(turn);
        } catch (RuntimeException e) {
            turn.over();
            throw e;
        }
    }

    /** Leave to do one slice. */
    final class Turn {
        private final TubeName tube;
        private final long late = vertx.setTimer(LATE_MILLIS, tick -> isLate());
        private boolean isCounted = true;

        private Turn(TubeName tube) {
            this.tube = tube;
            busy.add(tube);
            counted++;
        }

        private void isLate() {
            giveBack();
            call();
        }

        /** Ends it. */
        void over() {
            vertx.cancelTimer(late);
            giveBack();
            if (busy.remove(tube) && waiting.containsKey(tube)) {
                line.add(tube);
            }
            call();
        }

        private void giveBack() {
            counted -= isCounted ? 1 : 0;
            isCounted = false;
        }
    }
}
