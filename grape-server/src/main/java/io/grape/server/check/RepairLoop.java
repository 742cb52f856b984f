package io.grape.server.check;

import io.grape.core.ErrorCode;
import io.grape.core.Inconsistency;
import io.grape.core.broker.Repair;
import io.grape.core.broker.RepairClaim;
import io.grape.core.broker.RepairPass;
import io.grape.core.broker.RepairSlice;
import io.grape.core.broker.StrayKeys;
import io.grape.server.failure.Failures;
import io.grape.server.lease.OutageLog;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of the self-check. Every 5 s a broker asks whether it is the one that does it; that one goes on with the round, one
 * slice after the other, at the rate that it is given, and rests between two rounds. It costs Redis no more than the callers do, and next
 * to nothing where there are none: then nothing changes either. Each step ends with the next one, also where it throws.
 */
public final class RepairLoop {
    private static final Logger LOG = LoggerFactory.getLogger(RepairLoop.class);

    private final Vertx vertx;
    private final Context context;
    private final RepairPass repairs;
    private final OutageLog outage;
    private final RepairRate rate;
    private final RepairLoad load;
    private final long begun = System.nanoTime();
    private volatile @Nullable Long roundEnded;
    private volatile int strays;
    private volatile boolean stopped;
    private int straysOfRound;
    /** What failed though Redis can be used: a right that is missing, a node that is away, a slot that moves. */
    private @Nullable Throwable obstacle;

    private boolean isObstacleTold;
    private long claimedAt;
    private long measuredAt = System.nanoTime();
    private long handledBefore;
    private double perSecond;

    /** What to do next, and when. */
    private record Next(long millis, Runnable step) {}

    public RepairLoop(Vertx vertx, RepairPass repairs, OutageLog outage, RepairRate rate, RepairLoad load) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.repairs = repairs;
        this.outage = outage;
        this.rate = rate;
        this.load = load;
    }

    public void start() {
        if (rate.jobsPerSecond() > 0) {
            context.runOnContext(go -> claim());
        }
    }

    /** Begins nothing more. */
    public void stop() {
        stopped = true;
    }

    /**
     * How many seconds ago a round last ended, at whichever broker; while none is known of, how many seconds ago this one began.
     * Empty when it does not go at all.
     */
    public OptionalDouble sinceRound() {
        Long ended = roundEnded;
        return rate.jobsPerSecond() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        (System.nanoTime() - (ended == null ? begun : ended)) / (double) TimeUnit.SECONDS.toNanos(1));
    }

    /** How many jobs of tubes that do not exist this broker met in the last round that it ended; 0 when another does the check. */
    public int strays() {
        return strays;
    }

    private void in(Next next) {
        vertx.setTimer(next.millis, now -> {
            if (!stopped) {
                next.step.run();
            }
        });
    }

    /** Asks Redis, and goes on with what comes of the response, or of a failure in any of that. */
    private <T> void step(
            Supplier<CompletionStage<T>> ask, Function<T, Next> whenAnswered, Function<Throwable, Next> whenFailed) {
        CompletionStage<T> answer = CompletableFuture.completedStage(ask).thenCompose(Supplier::get);
        Future.fromCompletionStage(answer, context)
                .map(whenAnswered)
                .otherwise(whenFailed)
                .onSuccess(this::in);
    }

    private Next claimLater() {
        return new Next(rate.claimEvery().toMillis(), this::claim);
    }

    private void claim() {
        step(repairs::claim, this::onTurn, failure -> {
            if (!outage.covers(this, failure)) {
                LOG.warn("the owner of the self-check cannot be read, will retry", failure);
            }
            return claimLater();
        });
    }

    private Next onTurn(RepairClaim turn) {
        outage.passed(this);
        tellObstacle();
        claimedAt = System.nanoTime();
        Duration since = turn.sinceRound();
        roundEnded = since == null ? null : claimedAt - since.toNanos();
        if (!turn.isOurs()) {
            // Whoever does the check tells them.
            strays = 0;
            straysOfRound = 0;
        }
        boolean isTime = turn.isMidway() || since == null || since.compareTo(rate.rest()) >= 0;
        return turn.isOurs() && isTime ? new Next(1, this::look) : claimLater();
    }

    /** Once, until it is over. While Redis cannot be used at all, another line says so. */
    private void tellObstacle() {
        if (obstacle != null && !isObstacleTold) {
            LOG.warn("the self-check does not get on, it tries again: {}", Failures.detail(obstacle));
            isObstacleTold = true;
        }
        obstacle = null;
    }

    private void look() {
        step(repairs::next, this::onSlice, this::onObstacle);
    }

    /** What was looked at is passed over until the next round: one tube that cannot be read must not hold up the others. */
    private Next onObstacle(Throwable failure) {
        if (obstacle == null) {
            obstacle = failure;
        }
        return Failures.is(ErrorCode.STORE_UNAVAILABLE, failure) ? claimLater() : goOn(false, 0);
    }

    private Next goOn(boolean isEnd, int jobs) {
        boolean isLongAgo = System.nanoTime() - claimedAt >= rate.claimEvery().toNanos();
        return new Next(rate.millisFor(jobs, handledPerSecond()), isEnd || isLongAgo ? this::claim : this::look);
    }

    /** Over a second at least. */
    private double handledPerSecond() {
        long now = System.nanoTime();
        double seconds = (now - measuredAt) / (double) TimeUnit.SECONDS.toNanos(1);
        if (seconds >= 1) {
            long handled = load.handled().getAsLong();
            perSecond = (handled - handledBefore) / seconds;
            handledBefore = handled;
            measuredAt = now;
        }
        return perSecond;
    }

    private Next onSlice(RepairSlice slice) {
        isObstacleTold = false;
        load.looked().accept(slice.jobs());
        tell(slice);
        return goOn(slice.isLast(), slice.jobs());
    }

    private void tell(RepairSlice slice) {
        Repair repair = slice.repair();
        if (repair != null) {
            LOG.warn("put right tube={} {} id={}", repair.tube(), text(repair.faults()), repair.first());
        }
        StrayKeys found = slice.strays();
        if (found != null && straysOfRound == 0) {
            LOG.warn("jobs of a tube that does not exist are left alone, and further ones tube={}", found.tube());
        }
        straysOfRound += found == null ? 0 : found.jobs();
        if (slice.isLast()) {
            strays = straysOfRound;
            straysOfRound = 0;
        }
    }

    private static String text(Map<Inconsistency, Integer> faults) {
        return faults.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                .map(one -> one.getKey().wireName() + "=" + one.getValue())
                .collect(Collectors.joining(" "));
    }
}
