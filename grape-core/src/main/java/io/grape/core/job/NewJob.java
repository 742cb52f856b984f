package io.grape.core.job;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.key.KeyOverride;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job to produce.
 *
 * @param weight the share of its key beside other keys, as of {@link KeyOverride}; null = as it was; only with a key
 * @param ttr time to run, 1 s to 2^32-1 s; null = the tube's
 * @param priority 0 (most urgent) to 2^32-1
 * @param maxAttempts deliveries before it fails, 0 = no limit; null = the tube's; {@link #ENDLESS_UNLESS_SET} = no limit,
 *     unless the tube has another number than usual
 * @param dedup how long its id is remembered after it finished or was dropped, 1 s to 7 days; null = as the tube says
 *     then
 * @param expiry when it expires unless it was begun, later than it is due; null = as the tube says
 * @param debounceMax with {@link OnDuplicate#DEBOUNCE}: how long after its first produce it is due at the latest; null =
 *     no such time
 */
public record NewJob(
        JobId id,
        Payload payload,
        JobTags tags,
        @Nullable Double weight,
        Headers headers,
        Due due,
        @Nullable Duration ttr,
        long priority,
        @Nullable Integer maxAttempts,
        @Nullable Duration dedup,
        @Nullable Expiry expiry,
        OnDuplicate onDuplicate,
        @Nullable Duration debounceMax) {
    public static final int ENDLESS_UNLESS_SET = Integer.MIN_VALUE;

    public NewJob {
        checkNoPathStep("id", id.value());
        if (weight != null) {
            KeyOverride.checkWeight(weight);
            if (tags.key() == null) {
                throw GrapeException.badValue("weight", "it with key", "it alone");
            }
        }
        if (ttr != null) {
            Limits.checkedTtr("ttrMs", ttr);
        }
        Limits.checkedPriority(priority);
        if (maxAttempts != null && maxAttempts != ENDLESS_UNLESS_SET) {
            Limits.checkedAttempts(maxAttempts);
        }
        if (dedup != null) {
            Limits.checkedDedup(dedup);
        }
        if (expiry != null) {
            expiry.check(due);
        }
        if (debounceMax != null) {
            Limits.checkedDebounce(debounceMax);
            if (onDuplicate != OnDuplicate.DEBOUNCE) {
                throw GrapeException.badValue(
                        "debounceMaxMs", "it with onDuplicate=debounce", "it with " + onDuplicate.wireName());
            }
        }
    }

    /**
     * Refuses a new name that most clients take for a path segment such as {@code ..}, encoded or not: their calls
     * would reach other jobs.
     */
    public static void checkNoPathStep(String name, String value) {
        if (value.equals(".") || value.equals("..")) {
            throw GrapeException.badValue(
                    name, "anything but . and .., which clients take for steps in a path", "'" + value + "'");
        }
    }

    /** A job with the tube's defaults, ready at once. */
    public static NewJob of(JobId id, Payload payload) {
        return new NewJob(
                id,
                payload,
                JobTags.NONE,
                null,
                Headers.NONE,
                Due.NOW,
                null,
                Limits.DEFAULT_PRIORITY,
                null,
                null,
                null,
                OnDuplicate.KEEP,
                null);
    }

    public NewJob tags(JobTags newTags) {
        return new NewJob(
                id,
                payload,
                newTags,
                weight,
                headers,
                due,
                ttr,
                priority,
                maxAttempts,
                dedup,
                expiry,
                onDuplicate,
                debounceMax);
    }

    public NewJob weight(double newWeight) {
        return new NewJob(
                id,
                payload,
                tags,
                newWeight,
                headers,
                due,
                ttr,
                priority,
                maxAttempts,
                dedup,
                expiry,
                onDuplicate,
                debounceMax);
    }

    public NewJob headers(Headers newHeaders) {
        return new NewJob(
                id,
                payload,
                tags,
                weight,
                newHeaders,
                due,
                ttr,
                priority,
                maxAttempts,
                dedup,
                expiry,
                onDuplicate,
                debounceMax);
    }

    public NewJob due(Due newDue) {
        return new NewJob(
                id,
                payload,
                tags,
                weight,
                headers,
                newDue,
                ttr,
                priority,
                maxAttempts,
                dedup,
                expiry,
                onDuplicate,
                debounceMax);
    }

    public NewJob ttr(Duration newTtr) {
        return new NewJob(
                id,
                payload,
                tags,
                weight,
                headers,
                due,
                newTtr,
                priority,
                maxAttempts,
                dedup,
                expiry,
                onDuplicate,
                debounceMax);
    }

    public NewJob priority(long newPriority) {
        return new NewJob(
                id,
                payload,
                tags,
                weight,
                headers,
                due,
                ttr,
                newPriority,
                maxAttempts,
                dedup,
                expiry,
                onDuplicate,
                debounceMax);
    }

    public NewJob maxAttempts(int attempts) {
        return new NewJob(
                id,
                payload,
                tags,
                weight,
                headers,
                due,
                ttr,
                priority,
                attempts,
                dedup,
                expiry,
                onDuplicate,
                debounceMax);
    }

    public NewJob onDuplicate(OnDuplicate choice) {
        return new NewJob(
                id,
                payload,
                tags,
                weight,
                headers,
                due,
                ttr,
                priority,
                maxAttempts,
                dedup,
                expiry,
                choice,
                debounceMax);
    }

    public NewJob dedup(Duration newDedup) {
        return new NewJob(
                id,
                payload,
                tags,
                weight,
                headers,
                due,
                ttr,
                priority,
                maxAttempts,
                newDedup,
                expiry,
                onDuplicate,
                debounceMax);
    }

    public NewJob expiry(Expiry newExpiry) {
        return new NewJob(
                id,
                payload,
                tags,
                weight,
                headers,
                due,
                ttr,
                priority,
                maxAttempts,
                dedup,
                newExpiry,
                onDuplicate,
                debounceMax);
    }

    /** The same job, put off by each further produce of its id while it waits, up to a time after the first; null = no such time. */
    public NewJob debounce(@Nullable Duration longest) {
        return new NewJob(
                id,
                payload,
                tags,
                weight,
                headers,
                due,
                ttr,
                priority,
                maxAttempts,
                dedup,
                expiry,
                OnDuplicate.DEBOUNCE,
                longest);
    }
}
