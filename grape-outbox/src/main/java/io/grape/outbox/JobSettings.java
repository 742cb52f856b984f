package io.grape.outbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a row says of its job beside id and payload, as JSON without nulls. Times that a job counts from its produce count from
 * the moment when the row was written, so they are points in time here. A relay refuses what it does not know: a newer
 * one may.
 */
record JobSettings(
        @Nullable String dueAt,
        @Nullable Long ttrMs,
        @Nullable Long priority,
        @Nullable Integer maxAttempts,
        @Nullable Long dedupMs,
        @Nullable String expiresAt,
        @Nullable OnDuplicate onDuplicate,
        @Nullable Long debounceMaxMs,
        @Nullable String key,
        @Nullable Double weight,
        @Nullable List<String> labels,
        @Nullable Map<String, String> headers) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    /**
     * Those of a job that is produced now.
     *
     * @param dedup for a job without a window of its own; zero: the tube's
     */
    static JobSettings of(NewJob<?> job, Instant now, Duration dedup, Map<String, String> headers) {
        Duration window = job.dedup() == null && !dedup.isZero() ? dedup : job.dedup();
        Instant expiresAt = job.expireIn() == null ? job.expiresAt() : now.plus(job.expireIn());
        return new JobSettings(
                text(dueAt(job, now, expiresAt)),
                millis(job.ttr()),
                job.priority(),
                job.maxAttempts(),
                millis(window),
                text(expiresAt),
                job.onDuplicate() == OnDuplicate.KEEP ? null : job.onDuplicate(),
                millis(job.debounceMax()),
                job.key(),
                job.weight(),
                job.labels().isEmpty() ? null : job.labels(),
                headers.isEmpty() ? null : headers);
    }

    /** Null: due as soon as it is relayed. A job that expires is due before, however late it is relayed. */
    private static @Nullable Instant dueAt(NewJob<?> job, Instant now, @Nullable Instant expiresAt) {
        Duration delay = job.delay() == null ? Duration.ZERO : job.delay();
        if (job.dueAt() != null) {
            return job.dueAt();
        }
        return delay.isZero() && expiresAt == null ? null : now.plus(delay);
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }

    /** Rounded up, as the client does. */
    private static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : duration.plusNanos(999_999).toMillis();
    }

    String toJson() {
        try {
            return MAPPER.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("settings of a job", e);
        }
    }

    /** Those of a row. */
    static JobSettings parse(String json) throws JsonProcessingException {
        return MAPPER.readValue(json, JobSettings.class);
    }

    /** The job, as it was produced. */
    NewJob<byte[]> toJob(String id, byte[] payload) {
        NewJob<byte[]> job = NewJob.of(payload).id(id);
        job = with(job, ttrMs, (it, value) -> it.ttr(Duration.ofMillis(value)));
        job = with(job, priority, NewJob::priority);
        job = with(job, maxAttempts, NewJob::maxAttempts);
        job = with(job, dedupMs, (it, value) -> it.dedup(Duration.ofMillis(value)));
        job = with(job, expiresAt, (it, value) -> it.expiresAt(Instant.parse(value)));
        job = with(job, onDuplicate, NewJob::onDuplicate);
        job = with(job, debounceMaxMs, (it, value) -> it.debounce(Duration.ZERO, Duration.ofMillis(value)));
        // A debounce comes with a delay; this is in place of it.
        job = with(job, dueAt, (it, value) -> it.at(Instant.parse(value)));
        job = with(job, key, NewJob::key);
        job = with(job, weight, NewJob::weight);
        job = with(job, labels, (it, value) -> it.labels(value.toArray(String[]::new)));
        return with(job, headers, JobSettings::withHeaders);
    }

    private static NewJob<byte[]> withHeaders(NewJob<byte[]> job, Map<String, String> headers) {
        NewJob<byte[]> all = job;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            all = all.header(header.getKey(), header.getValue());
        }
        return all;
    }

    private static <V> NewJob<byte[]> with(
            NewJob<byte[]> job, @Nullable V value, BiFunction<NewJob<byte[]>, V, NewJob<byte[]>> set) {
        return value == null ? job : set.apply(job, value);
    }
}
