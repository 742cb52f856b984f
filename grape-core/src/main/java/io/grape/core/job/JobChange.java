package io.grape.core.job;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be changed of a job in place; null = as it is.
 *
 * @param ttr time to run, 1 s to 2^32-1 s, from the next touch or delivery on
 * @param priority 0 (most urgent) to 2^32-1
 * @param maxAttempts deliveries before it fails, 0 = no limit
 * @param labels all of them; empty = none
 * @param rev the expected {@linkplain JobSnapshot#rev rev}, or the change fails with WRONG_STATE; null = any
 */
public record JobChange(
        @Nullable Due due,
        @Nullable Duration ttr,
        @Nullable Long priority,
        @Nullable Integer maxAttempts,
        @Nullable List<String> labels,
        @Nullable Payload payload,
        @Nullable String rev) {
    public static final JobChange NONE = new JobChange(null, null, null, null, null, null, null);

    public JobChange {
        if (ttr != null) {
            Limits.checkedTtr("ttrMs", ttr);
        }
        if (priority != null) {
            Limits.checkedPriority(priority);
        }
        if (maxAttempts != null) {
            Limits.checkedAttempts(maxAttempts);
        }
        labels = labels == null ? null : new JobTags(null, labels).labels();
    }

    /** Fails with BAD_REQUEST when nothing is to be changed. */
    public JobChange checked() {
        if (equals(NONE.rev(rev))) {
            throw new GrapeException(
                    ErrorCode.BAD_REQUEST,
                    "expected at least one of delayMs, dueAt, labels, maxAttempts, payload, priority, ttrMs, got none");
        }
        return this;
    }

    public JobChange due(Due newDue) {
        return new JobChange(newDue, ttr, priority, maxAttempts, labels, payload, rev);
    }

    public JobChange ttr(Duration newTtr) {
        return new JobChange(due, newTtr, priority, maxAttempts, labels, payload, rev);
    }

    public JobChange priority(long newPriority) {
        return new JobChange(due, ttr, newPriority, maxAttempts, labels, payload, rev);
    }

    public JobChange maxAttempts(int attempts) {
        return new JobChange(due, ttr, priority, attempts, labels, payload, rev);
    }

    public JobChange labels(List<String> newLabels) {
        return new JobChange(due, ttr, priority, maxAttempts, newLabels, payload, rev);
    }

    public JobChange payload(Payload newPayload) {
        return new JobChange(due, ttr, priority, maxAttempts, labels, newPayload, rev);
    }

    public JobChange rev(@Nullable String expected) {
        return new JobChange(due, ttr, priority, maxAttempts, labels, payload, expected);
    }
}
