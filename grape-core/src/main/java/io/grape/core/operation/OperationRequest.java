package io.grape.core.operation;

import static io.grape.catalog.OperationFields.DELAY;
import static io.grape.catalog.OperationFields.DUE_FROM;
import static io.grape.catalog.OperationFields.DUE_TO;
import static io.grape.catalog.OperationFields.KEY;
import static io.grape.catalog.OperationFields.KIND;
import static io.grape.catalog.OperationFields.LABEL;
import static io.grape.catalog.OperationFields.LIMIT;
import static io.grape.catalog.OperationFields.PER_SECOND;
import static io.grape.catalog.OperationFields.REASON;
import static io.grape.catalog.OperationFields.SCHEMA;
import static io.grape.catalog.OperationFields.STATE;
import static io.grape.catalog.OperationFields.STOP_AFTER_FAILURES;
import static io.grape.catalog.OperationFields.TO;
import static io.grape.catalog.OperationFields.TUBE;

import io.grape.catalog.OperationFields;
import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.DueWindow;
import io.grape.core.job.FailureSignature;
import io.grape.core.job.TagFilter;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A requested operation on many jobs of a tube, as {@link OperationFields} declares it.
 *
 * @param from the state of the jobs
 * @param reason only failed jobs whose reason has this {@linkplain FailureSignature signature}; null = any
 * @param limit null = all jobs
 * @param perSecond null = as fast as it can without disturbing other calls
 * @param createdBy who requested it; null = unknown
 */
public record OperationRequest(
        OperationKind kind,
        TubeName tube,
        JobState from,
        @Nullable String reason,
        DueWindow due,
        TagFilter tags,
        @Nullable Long limit,
        @Nullable Long perSecond,
        Duration delay,
        @Nullable TubeName to,
        @Nullable Long stopAfterFailures,
        @Nullable String createdBy) {
    public OperationRequest {
        SCHEMA.validated(
                values(kind, tube, from, reason, due, tags, limit, perSecond, delay, to, stopAfterFailures),
                "",
                GrapeException::badValue);
        FailureSignature.check(reason, from);
        due.checkFor(from);
    }

    public static OperationRequest of(Values values, @Nullable String createdBy) {
        String to = values.find(TO);
        Duration delay = values.find(DELAY);
        return new OperationRequest(
                OperationKind.parse(values.get(KIND)),
                new TubeName(values.get(TUBE)),
                JobState.parse(values.get(STATE)),
                values.find(REASON),
                new DueWindow(values.find(DUE_FROM), values.find(DUE_TO)),
                new TagFilter(values.find(KEY), values.find(LABEL)),
                values.find(LIMIT),
                values.find(PER_SECOND),
                delay == null ? Duration.ZERO : delay,
                to == null ? null : new TubeName(to),
                values.find(STOP_AFTER_FAILURES),
                createdBy);
    }

    public Values values() {
        return values(kind, tube, from, reason, due, tags, limit, perSecond, delay, to, stopAfterFailures);
    }

    private static Values values(
            OperationKind kind,
            TubeName tube,
            JobState from,
            @Nullable String reason,
            DueWindow due,
            TagFilter tags,
            @Nullable Long limit,
            @Nullable Long perSecond,
            Duration delay,
            @Nullable TubeName to,
            @Nullable Long stopAfterFailures) {
        return Values.NONE
                .with(KIND, kind.wireName())
                .with(TUBE, tube.value())
                .with(STATE, from.wireName())
                .with(REASON, reason)
                .with(DUE_FROM, due.from())
                .with(DUE_TO, due.to())
                .with(KEY, tags.key())
                .with(LABEL, tags.label())
                .with(LIMIT, limit)
                .with(PER_SECOND, perSecond)
                .with(DELAY, delay)
                .with(TO, to == null ? null : to.value())
                .with(STOP_AFTER_FAILURES, stopAfterFailures);
    }

    /** Returns a request for all jobs of a state with these tags, without a target, a delay or bounds. */
    public static OperationRequest of(OperationKind kind, TubeName tube, JobState from, TagFilter tags) {
        return new OperationRequest(
                kind, tube, from, null, DueWindow.ANY, tags, null, null, Duration.ZERO, null, null, null);
    }

    /** Returns the tube to which a move brings the jobs. */
    public TubeName target() {
        return Objects.requireNonNull(to, "to");
    }

    /** Returns how many more jobs it may change after {@code done} jobs. */
    public long left(long done) {
        return limit == null ? Long.MAX_VALUE : Math.max(0, limit - done);
    }
}
