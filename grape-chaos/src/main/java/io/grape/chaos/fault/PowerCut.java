package io.grape.chaos.fault;

import io.grape.chaos.stage.PowerSupply;
import io.grape.chaos.stage.Standalone;
import io.grape.harness.RedisNode;
import io.grape.harness.Sleep;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The machine of Redis loses its power: Redis ends at once, and what it had not brought to the disk is gone. */
final class PowerCut implements Fault {
    /** What everysec may lose while the disk is not stalled. */
    private static final Duration WINDOW = Duration.ofSeconds(2);

    private final FaultContext<Standalone> scene;
    private final String policy;
    private @Nullable PowerSupply power;

    /** @param policy what {@code appendfsync} is */
    PowerCut(FaultContext<Standalone> scene, String policy) {
        this.scene = scene;
        this.policy = policy;
    }

    @Override
    public Optional<Duration> undoes() {
        return policy.equals("always") ? Optional.empty() : Optional.of(WINDOW);
    }

    @Override
    public Optional<String> missing() {
        return PowerSupply.isPossible() ? Optional.empty() : Optional.of("there is no strace");
    }

    /** Anywhere between two syncs. */
    @Override
    public void prepare() {
        RedisNode redis = scene.stage().redis();
        redis.ask(to -> to.configSet("appendfsync", policy));
        power = PowerSupply.of(redis, scene.stage().directory());
        power.awaitSync();
        Sleep.millis(scene.random().nextInt(1000));
    }

    @Override
    public void run() {
        Objects.requireNonNull(power).cut();
    }

    @Override
    public void mend() {
        scene.stage().redis().restart();
    }
}
