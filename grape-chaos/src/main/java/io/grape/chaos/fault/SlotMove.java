package io.grape.chaos.fault;

import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Entry;
import io.grape.chaos.stage.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A tube moves to another primary while it is in use, some keys at a time, so that each node has a part of it for a while. Nobody gets
 * to see that: calls wait, and succeed when it has arrived.
 */
final class SlotMove implements Fault {
    /** Half of what a broker gives a call to Redis. A longer move, on a machine that is busy, may cost calls. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final FaultContext<Cluster> scene;
    private Duration took = Duration.ZERO;

    SlotMove(FaultContext<Cluster> scene) {
        this.scene = scene;
    }

    @Override
    public void run() {
        long begun = System.nanoTime();
        scene.stage().move(scene.anyTube(), Duration.ofMillis(scene.millis(200, 600)));
        took = Duration.ofNanos(System.nanoTime() - begun);
    }

    @Override
    public Optional<String> objection(List<Entry> meanwhile) {
        long done = CallCounts.produces(meanwhile, CallOutcome.DONE) + CallCounts.finishes(meanwhile, CallOutcome.DONE);
        long failed = CallCounts.produces(meanwhile, CallOutcome.UNKNOWN)
                + CallCounts.finishes(meanwhile, CallOutcome.UNKNOWN);
        return took.compareTo(SHORT) > 0 || failed * 10 <= done
                ? Optional.empty()
                : Optional.of(failed + " calls failed and " + done + " succeeded in a move of " + took.toMillis()
                        + " ms, expected that they wait for its end");
    }
}
