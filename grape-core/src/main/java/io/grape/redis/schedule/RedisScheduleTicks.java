package io.grape.redis.schedule;

import static io.grape.redis.schedule.EvaluationThreads.TICKS;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.OncePerInterval;
import io.grape.core.TubeName;
import io.grape.core.schedule.DueTube;
import io.grape.core.schedule.MissedOccurrences;
import io.grape.core.schedule.ScheduleTicks;
import io.grape.core.schedule.TickQuota;
import io.grape.core.schedule.Ticked;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ticks schedules in Redis. What is missed is said by Redis's clock; a broker's is not asked.
 *
 * <p>The index is moved to a later time only after the schedules of the tube were looked at, and they are looked at once more
 * afterwards: somebody may have put an earlier one in between.
 */
public final class RedisScheduleTicks implements ScheduleTicks {
    private static final Logger LOG = LoggerFactory.getLogger(RedisScheduleTicks.class);
    private static final OncePerInterval WARNINGS = new OncePerInterval(Duration.ofMinutes(1));
    private static final Script TICK = Script.ofTube("tick");
    /** How long a tick waits for a quota before it skips what is not allowed. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    /** More are left to the next look. */
    private static final int MAX_ROUNDS = 20;

    private final TubeScripts scripts;
    private final DueIndex index;
    private final ScheduleReader reader;
    private final TickQuota quota;

    RedisScheduleTicks(TubeScripts scripts, DueIndex index, ScheduleReader reader, TickQuota quota) {
        this.quota = quota;
        this.scripts = scripts;
        this.index = index;
        this.reader = reader;
    }

    @Override
    public CompletionStage<List<DueTube>> due(Duration within, int skip) {
        return index.due(within, skip);
    }

    @Override
    public CompletionStage<Ticked> tick(TubeName tube) {
        return round(tube, new Ticked(0, 0, null), 1)
                .exceptionallyCompose(failure -> isGone(failure)
                        ? index.move(tube, null).thenApply(moved -> new Ticked(0, 0, null))
                        : CompletableFuture.failedStage(failure));
    }

    private static boolean isGone(Throwable failure) {
        return StoreFailure.unwrapped(failure) instanceof GrapeException ours
                && ours.code() == ErrorCode.TUBE_NOT_FOUND;
    }

    private CompletionStage<Ticked> round(TubeName tube, Ticked sum, int number) {
        return reader.due(tube).thenCompose(due -> {
            CompletionStage<Ticked> all = CompletableFuture.completedStage(sum);
            for (StoredSchedule one : due.schedules()) {
                all = all.thenComposeAsync(
                        before -> tick(tube, one, due.now()).thenApply(done -> plus(before, done)), TICKS);
            }
            return all.thenCompose(after -> after.ticked() > sum.ticked() && number < MAX_ROUNDS
                    ? round(tube, after, number + 1)
                    : settle(tube, after, due));
        });
    }

    private static Ticked plus(Ticked sum, boolean done) {
        return new Ticked(sum.ticked() + (done ? 1 : 0), sum.failed() + (done ? 0 : 1), null);
    }

    private CompletionStage<Ticked> settle(TubeName tube, Ticked sum, ScheduleReader.Due seen) {
        Instant head = seen.head();
        return index.move(tube, head).thenCompose(moved -> reader.due(tube)).thenCompose(again -> {
            Instant now = again.head();
            Ticked result = new Ticked(sum.ticked(), sum.failed(), until(again));
            return now != null && (head == null || now.isBefore(head))
                    ? index.enter(tube, now).thenApply(entered -> result)
                    : CompletableFuture.completedStage(result);
        });
    }

    private static @Nullable Duration until(ScheduleReader.Due due) {
        Instant head = due.head();
        if (head == null) {
            return null;
        }
        return head.isAfter(due.now()) ? Duration.between(due.now(), head) : Duration.ZERO;
    }

    /** True if it went on, by this broker or by another one. */
    private CompletionStage<Boolean> tick(TubeName tube, StoredSchedule schedule, Instant now) {
        return run(tube, schedule, now).handle((reply, failure) -> {
            if (failure != null && !isRefused(failure) && WARNINGS.isDue()) {
                LOG.warn(
                        "a schedule could not go on tube={} schedule={}: {}",
                        tube,
                        schedule.name(),
                        failure.toString());
            }
            return failure == null && !reply.code().equals("EARLY");
        });
    }

    private CompletionStage<Reply> run(TubeName tube, StoredSchedule schedule, Instant now) {
        if (schedule.expected().isEmpty()) {
            return scripts.run(
                    TICK,
                    tube,
                    args(tube, schedule).add(0).none().none().none().none().none());
        }
        MissedOccurrences missed;
        try {
            missed = MissedOccurrences.after(
                            schedule.name(),
                            schedule.spec(),
                            Instant.ofEpochMilli(Long.parseLong(schedule.expected())),
                            now)
                    .without(schedule.name(), schedule.spec(), schedule.had());
        } catch (RuntimeException e) {
            // One that this broker cannot read, such as a zone that its JDK does not know, must not stop the others.
            return CompletableFuture.failedStage(e);
        }
        int wanted = missed.made().size() + (missed.following() == null ? 0 : 1);
        if (wanted == 0 || schedule.client().isEmpty()) {
            return run(tube, schedule, missed, wanted);
        }
        return quota.<Reply>limit(
                        schedule.client(),
                        wanted,
                        allowed -> run(tube, schedule, missed, allowed),
                        reply -> reply.code().equals("OK") ? wanted : 0)
                .exceptionallyCompose(failure -> isRefused(failure) && isLate(schedule, now)
                        ? run(tube, schedule, missed, 0)
                        : CompletableFuture.failedStage(failure));
    }

    private static boolean isRefused(Throwable failure) {
        return StoreFailure.unwrapped(failure) instanceof GrapeException ours
                && ours.code() == ErrorCode.QUOTA_EXCEEDED;
    }

    /** Until then another broker may hold what the quota allows, for the same tick. */
    private static boolean isLate(StoredSchedule schedule, Instant now) {
        return !now.isBefore(schedule.due().plus(PATIENCE));
    }

    private Args args(TubeName tube, StoredSchedule schedule) {
        return scripts.hintingArgs(tube)
                .add(schedule.name())
                .add(schedule.rev())
                .add(schedule.expected());
    }

    private CompletionStage<Reply> run(TubeName tube, StoredSchedule schedule, MissedOccurrences missed, int allowed) {
        Args args = OccurrenceArgs.add(
                        args(tube, schedule).add(missed.skipped()).addOptional(missed.lastSkipped()),
                        missed.following())
                .add(allowed);
        missed.made().forEach(one -> OccurrenceArgs.add(args, one));
        return scripts.run(TICK, tube, args);
    }
}
