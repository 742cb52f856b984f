package io.grape.chaos.fault;

import io.grape.chaos.stage.Cluster;
import io.grape.redis.RedisNode;
import java.time.Duration;
import java.util.Optional;

/** {@code kill -9} of the primary of a tube; its replica takes over. */
record ClusterKill(Scene<Cluster> scene) implements Fault {
    private static final Duration LAG = Duration.ofSeconds(2);

    @Override
    public Optional<Duration> undoes() {
        return Optional.of(LAG);
    }

    @Override
    public void run() {
        String tube = scene.anyTube();
        RedisNode primary = scene.stage().primaryOf(tube);
        primary.kill();
        try {
            scene.stage().awaitOther(tube, primary);
        } finally {
            primary.restart();
        }
    }
}
