package io.grape.chaos.fault;

import io.grape.chaos.stage.Broker;
import io.grape.harness.FakeClock;
import io.grape.harness.Sleep;
import java.util.Optional;

/** A broker starts with a clock of its own, which steps an hour ahead, and an hour back. */
final class ClockStep implements Fault {
    private static final long HOUR_SECONDS = 3600;

    private final FaultContext<?> scene;
    private final Broker broker;

    ClockStep(FaultContext<?> scene) {
        this.scene = scene;
        this.broker = scene.anyBroker();
    }

    @Override
    public Optional<String> missing() {
        return broker.clock().isPresent() ? Optional.empty() : Optional.of("there is no libfaketime");
    }

    @Override
    public void run() {
        FakeClock clock = broker.clock().orElseThrow();
        clock.set(0);
        broker.kill();
        broker.launch(clock);
        broker.awaitReady();
        for (long seconds : new long[] {HOUR_SECONDS, -HOUR_SECONDS, 0}) {
            clock.set(seconds);
            // It is read once a second.
            Sleep.millis(scene.millis(1500, 3000));
        }
        broker.kill();
        broker.launch();
        broker.awaitReady();
    }
}
