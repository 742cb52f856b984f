package io.grape.redis.tube;

import io.grape.core.Inconsistency;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.LateJobs;
import io.grape.core.tube.Pause;
import io.grape.core.tube.Tube;
import io.grape.redis.script.JobPlace;
import io.grape.redis.script.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a tube from the replies of describe. A tube with very many priorities takes several. */
public record TubeReader(
        TubeName name,
        Instant now,
        @Nullable Integer nextSkip,
        Map<JobState, Long> counts,
        long urgent,
        @Nullable Instant oldestReady,
        @Nullable Instant lateSince,
        boolean isLateOneFree,
        @Nullable Instant nextDue,
        @Nullable Instant nextDeadline,
        long kept,
        Map<String, String> fields,
        boolean atOnce) {
    private static final int FIRST_COUNT = 10;
    private static final long UNTIL_RESUMED = 9_007_199_254_740_991L;

    static TubeReader read(TubeName name, Reply reply) {
        Map<JobState, Long> counts = new EnumMap<>(JobState.class);
        int at = FIRST_COUNT;
        for (JobPlace place : JobPlace.live()) {
            counts.merge(place.state(true), reply.number(at++), Long::sum);
            counts.merge(place.state(false), reply.number(at++), Long::sum);
        }
        Map<String, String> fields = new HashMap<>();
        for (; at < reply.size(); at += 2) {
            fields.put(reply.text(at), reply.text(at + 1));
        }
        return new TubeReader(
                name,
                Instant.ofEpochMilli(reply.number(1)),
                reply.isEmpty(2) ? null : (int) reply.number(2),
                counts,
                reply.number(6),
                instant(reply, 3),
                instant(reply, 8),
                !reply.isEmpty(9),
                instant(reply, 4),
                instant(reply, 5),
                reply.number(7),
                fields,
                true);
    }

    private static @Nullable Instant instant(Reply reply, int index) {
        return reply.isEmpty(index) ? null : Instant.ofEpochMilli(reply.millis(index));
    }

    TubeReader plus(TubeReader more) {
        Map<JobState, Long> sums = new EnumMap<>(counts);
        more.counts.forEach((state, count) -> sums.merge(state, count, Long::sum));
        return new TubeReader(
                name,
                now,
                more.nextSkip,
                sums,
                urgent + more.urgent,
                earlier(oldestReady, more.oldestReady),
                earlier(lateSince, more.lateSince),
                isLateOneFree || more.isLateOneFree,
                earlier(nextDue, more.nextDue),
                nextDeadline,
                kept,
                fields,
                false);
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }

    Tube toTube() {
        Map<TubeCounter, Long> totals = new EnumMap<>(TubeCounter.class);
        Stream.of(TubeCounter.values()).forEach(total -> totals.put(total, number(total.redisField())));
        return new Tube(
                name,
                SettingFields.read(fields),
                number("rev"),
                pause(),
                counts,
                urgent,
                totals,
                oldestReady == null ? null : Duration.between(oldestReady, now),
                late(),
                sinceDelivery(),
                nextDue,
                nextDeadline,
                imbalance(),
                number(JobPlace.MISSING.set()),
                kept,
                number("keptBytes"),
                Stream.of(Inconsistency.values())
                        .collect(Collectors.toMap(fault -> fault, fault -> number(fault.wireName()))));
    }

    private @Nullable LateJobs late() {
        return lateSince == null || pause() != null
                ? null
                : new LateJobs(
                        Duration.between(lateSince, now), !isLateOneFree, number("parkedUntil") > now.toEpochMilli());
    }

    private @Nullable Duration sinceDelivery() {
        Lease last = new Lease(number("lease"));
        return last.value() == 0 ? null : Duration.ofMillis(now.toEpochMilli() - last.grantedAtMillis());
    }

    private @Nullable Long imbalance() {
        if (!atOnce) {
            return null;
        }
        long live = counts.values().stream().mapToLong(Long::longValue).sum();
        long gone = Stream.of(TubeCounter.values())
                .filter(TubeCounter::isEnd)
                .mapToLong(total -> number(total.redisField()))
                .sum();
        long apart = Stream.of(JobPlace.values())
                .filter(JobPlace::isApart)
                .mapToLong(place -> number(place.set()))
                .sum();
        return number(TubeCounter.PRODUCED.redisField()) - live - gone - number(Inconsistency.LOST.wireName()) - apart;
    }

    private @Nullable Pause pause() {
        long until = number("pausedUntil");
        if (until <= now.toEpochMilli()) {
            return null;
        }
        return pause(until, fields.getOrDefault("pauseReason", ""));
    }

    /** A pause that has not ended. */
    public static Pause pause(long until, String reason) {
        return new Pause(until == UNTIL_RESUMED ? null : Instant.ofEpochMilli(until), reason);
    }

    private long number(String field) {
        return Long.parseLong(fields.getOrDefault(field, "0"));
    }
}
