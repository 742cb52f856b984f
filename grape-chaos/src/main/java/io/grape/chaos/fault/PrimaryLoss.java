package io.grape.chaos.fault;

import io.grape.chaos.stage.Programs;
import io.grape.chaos.stage.Sentinels;
import io.grape.chaos.stage.Sleep;
import io.grape.embedded.RedisNode;
import java.time.Duration;
import java.util.Optional;

/**
 * The Sentinels lose the primary and make a replica the primary. One that was killed takes nothing any more; any other does, and
 * loses it, until the Sentinels have made it a replica.
 */
final class PrimaryLoss implements Fault {
    /** What a replica that has caught up may lag behind by when the fault begins, and more. */
    private static final Duration LAG = Duration.ofSeconds(2);

    private static final long BACK_MILLIS = 500;

    private final Sentinels stage;
    private final How how;
    private final RedisNode primary;

    PrimaryLoss(FaultContext<Sentinels> scene, How how) {
        this.stage = scene.stage();
        this.how = how;
        this.primary = stage.primary();
    }

    /** How it is lost. */
    enum How {
        /** With {@code kill -9}. */
        KILLED {
            @Override
            void begin(Sentinels stage, RedisNode primary) {
                primary.kill();
            }

            @Override
            void end(Sentinels stage, RedisNode primary) {
                primary.restart();
            }
        },
        /** It stands still. */
        STOPPED {
            @Override
            void begin(Sentinels stage, RedisNode primary) {
                Programs.stop(primary.redis());
            }

            @Override
            void end(Sentinels stage, RedisNode primary) {
                Programs.resume(primary.redis());
            }
        },
        /** Its replicas and the Sentinels cannot reach it; brokers can. */
        CUT_OFF {
            @Override
            void begin(Sentinels stage, RedisNode primary) {
                stage.cutOff(primary);
            }

            @Override
            void end(Sentinels stage, RedisNode primary) {
                stage.letIn(primary);
            }
        };

        abstract void begin(Sentinels stage, RedisNode primary);

        abstract void end(Sentinels stage, RedisNode primary);
    }

    @Override
    public Optional<Duration> undoes() {
        return Optional.of(LAG);
    }

    @Override
    public void prepare() {
        stage.awaitCaughtUp(primary);
    }

    @Override
    public void run() {
        how.begin(stage, primary);
        if (how != How.KILLED) {
            failOver();
        }
    }

    @Override
    public void mend() {
        if (how == How.KILLED) {
            failOver();
        }
    }

    private void failOver() {
        try {
            stage.awaitOther(primary);
            Sleep.millis(BACK_MILLIS);
        } finally {
            how.end(stage, primary);
        }
        stage.awaitDemoted(primary);
    }
}
