package io.grape.chaos.fault;

import io.grape.chaos.stage.Cluster;
import io.grape.harness.RedisNode;
import io.grape.harness.RedisReplicas;
import java.time.Duration;
import java.util.Optional;

/** {@code kill -9} of the primary of a tube; its replica takes over. */
final class ClusterKill implements Fault {
    /** What a replica that has caught up may lag behind by when the fault begins, and more. */
    private static final Duration LAG = Duration.ofSeconds(2);

    private final Cluster stage;
    private final String tube;
    private final RedisNode primary;

    ClusterKill(FaultContext<Cluster> scene) {
        this.stage = scene.stage();
        this.tube = scene.anyTube();
        this.primary = stage.primaryOf(tube);
    }

    @Override
    public Optional<Duration> undoes() {
        return Optional.of(LAG);
    }

    @Override
    public void prepare() {
        RedisReplicas.awaitCaughtUp(primary, 1);
    }

    @Override
    public void run() {
        primary.kill();
    }

    @Override
    public void mend() {
        try {
            stage.awaitOther(tube, primary);
        } finally {
            primary.restart();
        }
    }
}
