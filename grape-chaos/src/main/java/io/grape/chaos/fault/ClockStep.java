package io.grape.chaos.fault;

import io.grape.chaos.stage.Broker;
import io.grape.chaos.stage.Skewed;
import io.grape.chaos.stage.Standalone;
import io.grape.chaos.stage.Wait;
import java.util.Optional;

/** A broker starts with a clock of its own, which steps an hour ahead, and an hour back. */
record ClockStep(Scene<Standalone> scene) implements Fault {
    private static final long HOUR_SECONDS = 3600;

    @Override
    public Optional<String> missing() {
        return scene.stage().clock().isPresent() ? Optional.empty() : Optional.of("there is no libfaketime");
    }

    @Override
    public void run() {
        Skewed clock = scene.stage().clock().orElseThrow();
        clock.set(0);
        Broker broker = scene.anyBroker();
        broker.kill();
        broker.launch(clock);
        broker.awaitReady();
        for (long seconds : new long[] {HOUR_SECONDS, -HOUR_SECONDS, 0}) {
            clock.set(seconds);
            // It is read once a second.
            Wait.millis(scene.millis(1500, 3000));
        }
        broker.kill();
        broker.launch();
        broker.awaitReady();
    }
}
