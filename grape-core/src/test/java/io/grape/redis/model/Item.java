package io.grape.redis.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.JobId;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One job to produce.
 *
 * @param at ms after now, or since 1970 where that is negative; null = by delay
 * @param expires ms after its produce; where that is negative, at an instant as far from now; null = as the tube says
 */
record Item(
        JobId id,
        String payload,
        String contentType,
        JobTags tags,
        Headers headers,
        long delay,
        @Nullable Long at,
        @Nullable Long ttr,
        long priority,
        @Nullable Integer maxAttempts,
        @Nullable Long dedup,
        @Nullable Long expires,
        OnDuplicate onDuplicate,
        @Nullable Long debounceMax) {
    NewJob job(long now) {
        Due due = at == null
                ? Due.after(Duration.ofMillis(delay))
                : Due.at(Instant.ofEpochMilli(at < 0 ? -at : now + at));
        return new NewJob(
                id,
                new Payload(payload.getBytes(UTF_8), contentType),
                tags,
                null,
                headers,
                due,
                ttr == null ? null : Duration.ofMillis(ttr),
                priority,
                maxAttempts,
                dedup == null ? null : Duration.ofMillis(dedup),
                expiry(now, due),
                onDuplicate,
                debounceMax == null ? null : Duration.ofMillis(debounceMax));
    }

    /** None where the job would be refused whatever the store has. */
    private @Nullable Expiry expiry(long now, Due due) {
        if (expires == null) {
            return null;
        }
        Instant dueAt = due.at();
        Duration after = due.delay();
        if (expires > 0) {
            return after != null && after.toMillis() >= expires ? null : Expiry.after(Duration.ofMillis(expires));
        }
        Instant at = Instant.ofEpochMilli(now - expires);
        return dueAt != null && !at.isAfter(dueAt) ? null : Expiry.at(at);
    }
}
