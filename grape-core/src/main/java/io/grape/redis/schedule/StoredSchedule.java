package io.grape.redis.schedule;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.job.NewJob;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.LastRun;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.SkippedOccurrence;
import io.grape.redis.job.NewJobArgs;
import io.grape.redis.script.Reply;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads schedules from a reply of {@code schedule_list.lua}; specs on one of {@link EvaluationThreads}. */
record StoredSchedule(Reply reply, int at) {
    static final int FIRST = 3;
    /** The values of one in a list. */
    static final int VALUES = 17;

    private static final int DUE = 1;
    private static final int SPEC = 2;
    private static final int REV = 3;
    private static final int STATE = 4;
    private static final int EXPECTED = 5;
    private static final int MADE = 7;
    private static final int RUNS = 8;
    private static final int SKIPPED = 9;
    private static final int FAILURES = 10;
    private static final int SKIP = 11;
    private static final int LAST = 12;
    private static final int LAST_STATE = 13;
    private static final int DELIVERED = 14;
    private static final int CLIENT = 15;
    private static final int HAD = 16;
    private static final JobId ANY = new JobId("any");

    String name() {
        return reply.text(at);
    }

    String rev() {
        return reply.text(at + REV);
    }

    String expected() {
        return reply.text(at + EXPECTED);
    }

    Instant due() {
        return Instant.ofEpochMilli(reply.millis(at + DUE));
    }

    String client() {
        return reply.text(at + CLIENT);
    }

    /** The time by the clock of the tube. */
    Instant now() {
        return Instant.ofEpochMilli(reply.number(1));
    }

    /** The instant of the occurrence that waits, null if none does. */
    @Nullable
    Instant expectedAt() {
        return instant(expected());
    }

    /**
     * The instants of the occurrences that are not made again, if the schedule still occurs then: those that had their job before
     * their time, and the latest one that came due.
     */
    Set<Instant> had() {
        Set<Instant> had = new HashSet<>();
        for (String at : reply.text(at + HAD).split(" ", -1)) {
            if (!at.isEmpty()) {
                had.add(Instant.ofEpochMilli(Long.parseLong(at)));
            }
        }
        // A broker of an earlier release notes only this one.
        LastRun last = last();
        if (last != null) {
            had.add(last.at());
        }
        return had;
    }

    boolean isActive() {
        return state() == ScheduleState.ACTIVE;
    }

    boolean isPaused() {
        return state() == ScheduleState.PAUSED;
    }

    private ScheduleState state() {
        return ScheduleState.parse(reply.text(at + STATE));
    }

    /** Whether one that was read alone, with its template, is stored like this. */
    boolean holds(String spec, byte[] options, byte[] content) {
        return reply.text(at + SPEC).equals(spec)
                && Arrays.equals(reply.bytes(at + VALUES), options)
                && Arrays.equals(reply.bytes(at + VALUES + 1), content);
    }

    ScheduleSpec spec() {
        return SpecText.read(reply.text(at + SPEC));
    }

    ScheduleStatus status(boolean withTemplate) {
        return new ScheduleStatus(
                name(),
                now(),
                spec(),
                reply.number(at + REV),
                state(),
                expectedAt(),
                reply.number(at + MADE),
                reply.number(at + RUNS),
                reply.number(at + SKIPPED),
                reply.number(at + FAILURES),
                skip(),
                last(),
                withTemplate ? template() : null);
    }

    private static @Nullable Instant instant(String millis) {
        return millis.isEmpty() ? null : Instant.ofEpochMilli(Long.parseLong(millis));
    }

    private @Nullable SkippedOccurrence skip() {
        if (reply.isEmpty(at + SKIP)) {
            return null;
        }
        String[] parts = reply.text(at + SKIP).split(" ", 2);
        return new SkippedOccurrence(Instant.ofEpochMilli(Long.parseLong(parts[0])), parts[1]);
    }

    private @Nullable LastRun last() {
        if (reply.isEmpty(at + LAST)) {
            return null;
        }
        String[] parts = reply.text(at + LAST).split(" ", 3);
        return new LastRun(
                new JobId(parts[2]),
                Instant.ofEpochMilli(Long.parseLong(parts[0])),
                Instant.ofEpochMilli(Long.parseLong(parts[1])),
                reply.isEmpty(at + LAST_STATE) ? null : JobState.parse(reply.text(at + LAST_STATE)),
                instant(reply.text(at + DELIVERED)));
    }

    private JobTemplate template() {
        NewJob job = NewJobArgs.readTemplate(ANY, reply.bytes(at + VALUES), reply.bytes(at + VALUES + 1));
        return new JobTemplate(
                job.payload(), job.tags(), job.weight(), job.headers(), job.ttr(), job.priority(), job.maxAttempts());
    }
}
