package io.grape.server.app;

import io.grape.core.TubeName;
import io.grape.core.operation.Operations;
import io.grape.core.schedule.TickQuota;
import io.grape.redis.RedisStore;
import io.grape.server.check.RepairLoad;
import io.grape.server.check.RepairLoop;
import io.grape.server.check.RepairRate;
import io.grape.server.failure.Failures;
import io.grape.server.lease.OutageLog;
import io.grape.server.metrics.Meters;
import io.grape.server.operations.OperationRunner;
import io.grape.server.schedule.ScheduleTicker;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What a broker does while nobody calls it: the self-check, operations, ticks of schedules, and looks at what overloads it. */
final class Background {
    private static final long OVERLOAD_MILLIS = 2000;

    private final RepairLoop selfCheck;
    private final OperationRunner operations;
    private final ScheduleTicker ticker;
    private final Vertx vertx;
    private final RedisStore store;
    private long overload;

    /**
     * Does nothing yet.
     *
     * @param known all tubes
     */
    Background(
            Vertx vertx,
            RedisStore store,
            TickQuota quota,
            Meters meters,
            OutageLog outage,
            RepairRate rate,
            Supplier<Set<TubeName>> known) {
        this.vertx = vertx;
        this.store = store;
        Predicate<Throwable> isOutage = failure -> Failures.isShed(failure) || outage.covers(OutageLog.BEAT, failure);
        this.selfCheck =
                new RepairLoop(vertx, store.repairs(), outage, rate, new RepairLoad(meters::handled, meters::looked));
        meters.selfCheck(selfCheck::sinceRound, selfCheck::strays);
        this.operations = new OperationRunner(vertx, store.operationWork(), isOutage);
        this.ticker = new ScheduleTicker(vertx, store.scheduleTicks(quota), known, meters::ticked, isOutage);
    }

    /** Operations that begin here at once. */
    Operations hurried(Operations stored) {
        return operations.hurried(stored);
    }

    void start() {
        selfCheck.start();
        operations.start();
        ticker.start();
        overload = vertx.setPeriodic(OVERLOAD_MILLIS, look -> {
            store.lookAtBrakes();
            store.lookForLateTubes();
        });
    }

    void stop() {
        selfCheck.stop();
        operations.stop();
        ticker.stop();
        vertx.cancelTimer(overload);
    }

    /** The clock was set: schedules may be due. */
    Future<Void> clockChanged() {
        return ticker.tickDue();
    }
}
