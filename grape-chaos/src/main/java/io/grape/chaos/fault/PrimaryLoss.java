package io.grape.chaos.fault;

import io.grape.chaos.stage.Sentinels;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.RedisSentinels;
import io.grape.harness.Sleep;
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

    private final RedisSentinels redis;
    private final How how;
    private final RedisNode primary;

    PrimaryLoss(FaultContext<Sentinels> scene, How how) {
        this.redis = scene.stage().redis();
        this.how = how;
        this.primary = redis.primary();
    }

    /** How it is lost. */
    enum How {
        /** With {@code kill -9}. */
        KILLED {
            @Override
            void begin(RedisSentinels redis, RedisNode primary) {
                primary.kill();
            }

            @Override
            void end(RedisSentinels redis, RedisNode primary) {
                primary.restart();
            }
        },
        /** It stands still. */
        STOPPED {
            @Override
            void begin(RedisSentinels redis, RedisNode primary) {
                Programs.stop(primary.process());
            }

            @Override
            void end(RedisSentinels redis, RedisNode primary) {
                Programs.resume(primary.process());
            }
        },
        /** Its replicas and the Sentinels cannot reach it; brokers can. */
        CUT_OFF {
            @Override
            void begin(RedisSentinels redis, RedisNode primary) {
                redis.cutOff(primary);
            }

            @Override
            void end(RedisSentinels redis, RedisNode primary) {
                redis.letIn(primary);
            }
        };

        abstract void begin(RedisSentinels redis, RedisNode primary);

        abstract void end(RedisSentinels redis, RedisNode primary);
    }

    @Override
    public Optional<Duration> undoes() {
        return Optional.of(LAG);
    }

    @Override
    public void prepare() {
        redis.awaitCaughtUp(primary);
    }

    @Override
    public void run() {
        how.begin(redis, primary);
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
            redis.awaitOther(primary);
            Sleep.millis(BACK_MILLIS);
        } finally {
            how.end(redis, primary);
        }
        redis.awaitDemoted(primary);
    }
}
