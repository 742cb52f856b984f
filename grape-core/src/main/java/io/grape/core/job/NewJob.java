package io.grape.core.job;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.key.KeyOverride;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A job to produce.
 *
 * @param weight the share of its key beside other keys, as of {@link KeyOverride}; null = as it was; only with a key
 * @param ttr time to run, 1 s to 2^32-1 s; null = the tube's
 * @param priority 0 (most urgent) to 2^32-1
 * @param maxAttempts deliveries, takes included, before it fails, 0 = no limit; null = the tube's; {@link
 *     #ENDLESS_UNLESS_SET} = no limit, unless the tube has another number than usual
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
        return with(copy -> copy.tags = newTags);
    }

    public NewJob weight(double newWeight) {
        return with(copy -> copy.weight = newWeight);
    }

    public NewJob headers(Headers newHeaders) {
        return with(copy -> copy.headers = newHeaders);
    }

    public NewJob due(Due newDue) {
        return with(copy -> copy.due = newDue);
    }

    public NewJob ttr(Duration newTtr) {
        return with(copy -> copy.ttr = newTtr);
    }

    public NewJob priority(long newPriority) {
        return with(copy -> copy.priority = newPriority);
    }

    public NewJob maxAttempts(int attempts) {
        return with(copy -> copy.maxAttempts = attempts);
    }

    public NewJob onDuplicate(OnDuplicate choice) {
        return with(copy -> copy.onDuplicate = choice);
    }

    public NewJob dedup(Duration newDedup) {
        return with(copy -> copy.dedup = newDedup);
    }

    public NewJob expiry(Expiry newExpiry) {
        return with(copy -> copy.expiry = newExpiry);
    }

    /** The same job, put off by each further produce of its id while it waits, up to a time after the first; null = no such time. */
    public NewJob debounce(@Nullable Duration longest) {
        return with(copy -> {
            copy.onDuplicate = OnDuplicate.DEBOUNCE;
            copy.debounceMax = longest;
        });
    }

    private NewJob with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return new NewJob(
                id,
                payload,
                copy.tags,
                copy.weight,
                copy.headers,
                copy.due,
                copy.ttr,
                copy.priority,
                copy.maxAttempts,
                copy.dedup,
                copy.expiry,
                copy.onDuplicate,
                copy.debounceMax);
    }

    /** What of a job may be set. */
    private static final class Copy {
        private JobTags tags;
        private @Nullable Double weight;
        private Headers headers;
        private Due due;
        private @Nullable Duration ttr;
        private long priority;
        private @Nullable Integer maxAttempts;
        private @Nullable Duration dedup;
        private @Nullable Expiry expiry;
        private OnDuplicate onDuplicate;
        private @Nullable Duration debounceMax;

        Copy(NewJob job) {
            this.tags = job.tags;
            this.weight = job.weight;
            this.headers = job.headers;
            this.due = job.due;
            this.ttr = job.ttr;
            this.priority = job.priority;
            this.maxAttempts = job.maxAttempts;
            this.dedup = job.dedup;
            this.expiry = job.expiry;
            this.onDuplicate = job.onDuplicate;
            this.debounceMax = job.debounceMax;
        }
    }
}
