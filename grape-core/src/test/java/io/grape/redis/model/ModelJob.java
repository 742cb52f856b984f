package io.grape.redis.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.job.Cancellation;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Headers;
import io.grape.core.job.IdReuse;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.JobWork;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.Progress;
import io.grape.redis.script.JobPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A job as the model sees it. */
final class ModelJob {
    static final Comparator<ModelJob> BY_SCORE =
            Comparator.comparing((ModelJob job) -> job.score).thenComparing(job -> job.id.value());
    static final Comparator<ModelJob> IN_HAND_OUT_ORDER =
            Comparator.comparingLong((ModelJob job) -> job.priority).thenComparing(BY_SCORE);

    final JobId id;
    JobTags tags;
    final Headers headers;
    Payload payload;
    final long created;
    long ttr;
    int maxAttempts;
    long delay;
    long priority;
    int noe;
    int earlier;

    @Nullable
    Lease lease;

    @Nullable
    Score handedOut;

    @Nullable
    String reason;

    /** How it had failed, while it is retained because it was taken as a failed one. */
    @Nullable
    Failure failure;

    /** Only while the job is under its lease. */
    @Nullable
    Cancellation cancelled;

    /** The same. */
    @Nullable
    Progress progress;

    @Nullable
    Checkpoint checkpoint;

    /** How long its id is remembered, in ms. */
    @Nullable
    final Long window;

    /** The ms at which it expires, less than 0 once it was begun or failed; null = never. */
    @Nullable
    private Long expires;

    /** What follows it. */
    @Nullable
    ModelSuccessor successor;

    /** The ms at which it is due at the latest. */
    @Nullable
    Long bound;

    JobPlace place = JobPlace.WAITING;
    Score score;

    /** Since when it is counted, and how many bytes. */
    @Nullable
    String size;

    record Failure(Score score, String reason) {}

    ModelJob(NewJob from, long created, long delay, long ttr, int maxAttempts, Score score) {
        this.id = from.id();
        this.tags = from.tags();
        this.headers = from.headers();
        this.payload = from.payload();
        this.priority = from.priority();
        this.window = from.dedup() == null ? null : from.dedup().toMillis();
        this.created = created;
        this.delay = delay;
        this.ttr = ttr;
        this.maxAttempts = maxAttempts;
        this.score = score;
    }

    void expireAt(long ms) {
        expires = ms;
    }

    boolean mayExpire() {
        return expires != null && expires > 0;
    }

    long expires() {
        return expires == null ? 0 : expires;
    }

    /** It does not expire any more. */
    void begin() {
        expires = mayExpire() ? Long.valueOf(-expires()) : expires;
    }

    /** As it is stored. */
    @Nullable
    Long storedExpiry() {
        return expires;
    }

    JobState state(long now) {
        return place.state(score.due() <= now);
    }

    boolean isSpent() {
        return maxAttempts > 0 && noe >= maxAttempts;
    }

    /** True when a lease is the last one given and was not given up since. */
    boolean heldUnder(Lease presented) {
        return lease != null && (presented.equals(Lease.CURRENT) || presented.equals(lease));
    }

    void wait(Score until) {
        place = JobPlace.WAITING;
        score = until;
        failure = null;
        endLease();
    }

    void fail(Score at, String why) {
        place = JobPlace.FAILED;
        score = at;
        reason = why;
        failure = null;
        endLease();
    }

    private void endLease() {
        cancelled = null;
        progress = null;
    }

    /** The job as a caller sees it. */
    Job seen(long now) {
        JobState state = state(now);
        boolean waits = state == JobState.DELAYED || state == JobState.READY;
        boolean held = state == JobState.RETAINED;
        Score due = waits ? score : handedOut;
        return new Job(
                id,
                Model.TUBE,
                state,
                priority,
                noe,
                earlier,
                maxAttempts,
                Duration.ofMillis(delay),
                Duration.ofMillis(ttr),
                Instant.ofEpochMilli(created),
                due == null ? null : Instant.ofEpochMilli(due.due()),
                held ? lease : null,
                held ? Instant.ofEpochMilli(score.due()) : null,
                state == JobState.FAILED ? reason : null,
                state == JobState.FAILED ? Instant.ofEpochMilli(score.due()) : null,
                expires == null ? null : Instant.ofEpochMilli(Math.abs(expires)),
                expires != null && expires < 0 && !held && state != JobState.FAILED,
                tags,
                headers,
                payload,
                IdReuse.NONE,
                new JobWork(held ? cancelled : null, held ? progress : null, checkpoint));
    }

    String payloadText() {
        return new String(payload.bytes(), ISO_8859_1);
    }
}
