package io.grape.redis.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Explanation;
import io.grape.core.job.JobsAhead;
import io.grape.redis.script.Reply;
import io.grape.redis.tube.TubeReader;
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
    private static final int LIMITED = 15;
    private static final int LIMITED_UNTIL = 16;
    private static final int HELD = 17;
    private static final int CONCURRENCY = 18;

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
                reply.isEmpty(KEY) ? null : reply.text(KEY),
                limited(state),
                lastHandOut(new Lease(reply.number(LAST_LEASE))));
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
