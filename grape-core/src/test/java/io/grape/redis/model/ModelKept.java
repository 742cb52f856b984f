package io.grape.redis.model;

import static io.grape.catalog.TubeFields.KEEP_FINISHED_MAX;
import static io.grape.catalog.TubeFields.KEEP_PAYLOAD;
import static io.grape.catalog.TubeFields.RESULT_MAX_BYTES;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.job.Headers;
import io.grape.core.job.IdReuse;
import io.grape.core.job.Job;
import io.grape.core.job.JobWork;
import io.grape.core.job.Outcome;
import io.grape.core.job.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which finished jobs a tube keeps in the model. How many bytes they are it does not know. */
final class ModelKept {
    /** As long as a look waits for the next one. */
    private static final long LOOK_AGAIN = 60_000;

    private final ModelTube tube;
    private final Map<JobId, Kept> jobs = new HashMap<>();

    /** As it is stored, in ms; 0 = no more are kept, null = none is. */
    @Nullable
    Long stored;

    /** A finished job. */
    record Kept(Job seen, long at, Lease lease, @Nullable Payload result) {
        /** All that is told of it. */
        String text() {
            Outcome outcome = Objects.requireNonNull(seen.work().outcome());
            return at + " ran " + outcome.ran().toMillis() + " under " + lease + " for the " + seen.noe() + ". of "
                    + seen.tags() + " payload " + (outcome.hasPayload() ? content(seen.payload()) + seen.headers() : "")
                    + " result " + (result == null ? "" : content(result));
        }

        private static String content(Payload payload) {
            return payload.contentType() + " " + new String(payload.bytes(), ISO_8859_1);
        }
    }

    ModelKept(ModelTube tube, Duration time) {
        this.tube = tube;
        this.stored = time.isZero() ? null : time.toMillis();
    }

    void configure(@Nullable Duration time) {
        if (time != null && !time.isZero()) {
            stored = time.toMillis();
        } else if (time != null && stored != null) {
            stored = stored == 0 || !jobs.isEmpty() ? Long.valueOf(0) : null;
        }
    }

    boolean isOff() {
        return stored == null || stored == 0;
    }

    @Nullable
    Kept get(JobId id) {
        return jobs.get(id);
    }

    void forget(JobId id) {
        jobs.remove(id);
    }

    int count() {
        return jobs.size();
    }

    /** The first that finished first. */
    List<Kept> sorted() {
        return jobs.values().stream()
                .sorted(Comparator.comparingLong(Kept::at)
                        .thenComparing(kept -> kept.seen().id().value()))
                .toList();
    }

    void finished(ModelJob job, long now, @Nullable Payload result) {
        if (isOff()) {
            return;
        }
        boolean withPayload = tube.settings.get(KEEP_PAYLOAD);
        Lease lease = Objects.requireNonNull(job.lease);
        Outcome outcome = new Outcome(
                Instant.ofEpochMilli(now),
                Duration.ofMillis(Math.max(0, now - lease.value() / 1024)),
                withPayload,
                result == null ? null : result.contentType(),
                result == null ? 0 : result.bytes().length);
        Job seen = new Job(
                job.id,
                Model.TUBE,
                JobState.FINISHED,
                job.priority,
                job.noe,
                job.earlier,
                job.maxAttempts,
                Duration.ofMillis(job.delay),
                Duration.ofMillis(job.ttr),
                Instant.ofEpochMilli(job.created),
                Instant.ofEpochMilli(Objects.requireNonNull(job.handedOut).due()),
                null,
                null,
                null,
                null,
                null,
                false,
                job.tags,
                withPayload ? job.headers : Headers.NONE,
                withPayload ? job.payload : new Payload(new byte[0], job.payload.contentType()),
                IdReuse.NONE,
                JobWork.of(outcome));
        jobs.put(job.id, new Kept(seen, now, lease, result));
    }

    /** Forgets those that finished first. Returns when the next one goes. */
    OptionalLong trim(int most, long now) {
        int left = most;
        for (Kept first : sorted()) {
            long ends = first.at() + Objects.requireNonNullElse(stored, 0L);
            if (ends > now && jobs.size() <= tube.settings.get(KEEP_FINISHED_MAX)) {
                return OptionalLong.of(ends);
            }
            if (left == 0) {
                return OptionalLong.of(now);
            }
            left--;
            jobs.remove(first.seen().id());
        }
        return OptionalLong.empty();
    }

    /** What a look for expired leases does. Returns when to look again. */
    OptionalLong retire(long now) {
        if (stored == null) {
            return OptionalLong.empty();
        }
        OptionalLong ends = trim(ModelTube.RUN, now);
        if (ends.isEmpty() && stored == 0) {
            stored = null;
        }
        return ends.isEmpty() ? ends : OptionalLong.of(Math.min(ends.getAsLong(), now + LOOK_AGAIN));
    }

    /** The fields of a tube that tell of it. */
    void putFields(Map<String, String> fields) {
        int most = tube.settings.get(KEEP_FINISHED_MAX);
        int resultBytes = tube.settings.get(RESULT_MAX_BYTES);
        put(fields, "keepMs", stored != null, String.valueOf(stored));
        put(fields, "keepMost", most != 10_000_000, String.valueOf(most));
        put(fields, "keepPayload", tube.settings.get(KEEP_PAYLOAD), "1");
        put(fields, "resultMax", resultBytes != 65_536, String.valueOf(resultBytes));
    }

    private static void put(Map<String, String> fields, String name, boolean isThere, String value) {
        if (isThere) {
            fields.put(name, value);
        }
    }

    static Payload result(String text) {
        return new Payload(text.getBytes(UTF_8), "text/plain");
    }
}
