package io.grape.chaos.fault;

import io.grape.chaos.stage.Admin;
import io.grape.chaos.stage.PowerSupply;
import io.grape.chaos.stage.Standalone;
import io.grape.chaos.stage.Wait;
import java.time.Duration;
import java.util.Optional;

/**
 * The machine of Redis loses its power: Redis ends at once, and what it had not brought to the disk is gone.
 *
 * @param policy what {@code appendfsync} is
 */
record PowerCut(Scene<Standalone> scene, String policy) implements Fault {
    /** What everysec may lose while the disk is not stalled. */
    private static final Duration WINDOW = Duration.ofSeconds(2);

    @Override
    public Optional<Duration> undoes() {
        return policy.equals("always") ? Optional.empty() : Optional.of(WINDOW);
    }

    @Override
    public Optional<String> missing() {
        return PowerSupply.isPossible() ? Optional.empty() : Optional.of("there is no strace");
    }

    @Override
    public void run() {
        int port = scene.stage().redis().port();
        Admin.ask(port, redis -> redis.configSet("appendfsync", policy));
        PowerSupply power = PowerSupply.of(scene.stage().redis(), scene.stage().directory());
        power.awaitSync();
        // Anywhere between two syncs.
        Wait.millis(scene.random().nextInt(1000));
        power.cut();
        scene.stage().redis().restart();
    }
}
