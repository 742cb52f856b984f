package io.grape.redis.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Explanation;
import io.grape.core.job.ExplanationReason;
import io.grape.core.job.GateFacts;
import io.grape.core.job.JobWork;
import io.grape.core.job.JobsAhead;
import io.grape.core.job.KeyFacts;
import io.grape.redis.script.Reply;
import io.grape.redis.tube.TubeReader;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads the reply of explain. */
record ExplanationReader(TubeName tube, Reply reply) {
    private static final int STATE = 1;
    private static final int DUE = 2;
    private static final int DEADLINE = 3;
    private static final int PRIORITY = 4;
    private static final int EXECUTIONS = 5;
    private static final int MAX_ATTEMPTS = 6;
    private static final int REASON = 7;
    private static final int SPENT = 8;
    private static final int AHEAD = 9;
    private static final int MORE_AHEAD = 10;
    private static final int PAUSED_UNTIL = 11;
    private static final int PAUSE_REASON = 12;
    private static final int LAST_LEASE = 13;
    private static final int KEY = 14;
    private static final int HAS_KEYS = 15;
    private static final int KEY_REASON = 16;
    private static final int KEY_UNTIL = 17;
    private static final int KEY_HELD = 18;
    private static final int KEY_LIMIT = 19;
    private static final int KEY_SINCE = 20;
    private static final int STUCK_BEHIND = 21;
    private static final int LANES = 22;
    private static final int GATE = 23;
    private static final int LIMITED = 29;
    private static final int LIMITED_UNTIL = 30;
    private static final int HELD = 31;
    private static final int CONCURRENCY = 32;
    private static final int CANCEL = 33;
    private static final int PROGRESS = 34;
    private static final int EXPIRES = 35;
    private static final int OVERDUE = 36;
    private static final int LATENESS_TARGET = 37;

    Explanation of(JobId id) {
        JobState state = JobState.parse(reply.text(STATE));
        return new Explanation(
                id,
                tube,
                state,
                reply.number(PRIORITY),
                (int) reply.number(EXECUTIONS),
                (int) reply.number(MAX_ATTEMPTS),
                instant(DUE),
                instant(DEADLINE),
                state == JobState.FAILED ? reply.text(REASON) : null,
                !reply.isEmpty(SPENT),
                reply.isEmpty(AHEAD) ? null : new JobsAhead(reply.number(AHEAD), !reply.isEmpty(MORE_AHEAD)),
                reply.isEmpty(PAUSED_UNTIL)
                        ? null
                        : TubeReader.pause(reply.number(PAUSED_UNTIL), reply.text(PAUSE_REASON)),
                key(state),
                gate(),
                limited(state),
                lastHandOut(new Lease(reply.number(LAST_LEASE))),
                instant(EXPIRES),
                !reply.isEmpty(OVERDUE),
                reply.isEmpty(LATENESS_TARGET) ? null : Duration.ofMillis(reply.number(LATENESS_TARGET)),
                new JobWork(WorkReader.cancelled(reply, CANCEL), WorkReader.progress(reply, PROGRESS), null));
    }

    private @Nullable KeyFacts key(JobState state) {
        if (reply.isEmpty(KEY)) {
            return null;
        }
        boolean isHeldBack = state == JobState.READY && !reply.isEmpty(KEY_REASON);
        return new KeyFacts(
                reply.text(KEY),
                !reply.isEmpty(HAS_KEYS),
                isHeldBack ? keyReason(reply.text(KEY_REASON)) : null,
                isHeldBack ? instant(KEY_UNTIL) : null,
                reply.isEmpty(KEY_HELD) ? 0 : reply.number(KEY_HELD),
                reply.isEmpty(KEY_LIMIT) ? null : (int) reply.number(KEY_LIMIT),
                isHeldBack ? instant(KEY_SINCE) : null,
                isHeldBack && !reply.isEmpty(STUCK_BEHIND) ? reply.text(STUCK_BEHIND) : null,
                reply.isEmpty(LANES) ? 0 : reply.number(LANES));
    }

    /** The words are those of {@code explain.lua}. */
    private static ExplanationReason keyReason(String word) {
        return switch (word) {
            case "busy" -> ExplanationReason.KEY_BUSY;
            case "delayed" -> ExplanationReason.KEY_DELAYED;
            case "paced" -> ExplanationReason.KEY_RATE_LIMITED;
            case "paused" -> ExplanationReason.KEY_PAUSED;
            case "rests" -> ExplanationReason.KEY_PAUSED_BY_WORKER;
            case "stuck" -> ExplanationReason.KEY_BLOCKED;
            default -> throw new IllegalArgumentException("unknown reason of a key: " + word);
        };
    }

    private @Nullable GateFacts gate() {
        return reply.isEmpty(GATE)
                ? null
                : new GateFacts(
                        reply.text(GATE),
                        GateMode.parse(reply.text(GATE + 1)),
                        instant(GATE + 2),
                        Instant.ofEpochMilli(reply.number(GATE + 3)),
                        reply.text(GATE + 4),
                        reply.text(GATE + 5));
    }

    private Explanation.@Nullable Limited limited(JobState state) {
        if (state != JobState.READY || reply.isEmpty(LIMITED)) {
            return null;
        }
        boolean isBusy = reply.text(LIMITED).equals("busy");
        return new Explanation.Limited(
                reply.number(HELD),
                isBusy ? (int) reply.number(CONCURRENCY) : null,
                Instant.ofEpochMilli(reply.number(LIMITED_UNTIL)));
    }

    private @Nullable Instant instant(int index) {
        return reply.isEmpty(index) ? null : Instant.ofEpochMilli(reply.number(index));
    }

    /** A lease contains the time of its delivery, so no consume has to store it. */
    private static @Nullable Instant lastHandOut(Lease last) {
        return last.value() == 0 ? null : Instant.ofEpochMilli(last.grantedAtMillis());
    }
}
