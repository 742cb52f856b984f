package io.grape.server.http.v1;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.NewJob;
import io.grape.core.migration.AdoptedFailure;
import io.grape.core.migration.AdoptedJob;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.JsonFields;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads jobs to be imported: what a list of jobs says of them. */
final class ImportParser {
    static final Set<String> FIELDS = Set.of(
            "id",
            "payload",
            "payloadBase64",
            "contentType",
            "headers",
            "key",
            "labels",
            "priority",
            "ttrMs",
            "maxAttempts",
            "dueAt",
            "expiresAt",
            "started",
            "dedupWindowMs",
            "debounceUntil",
            "createdAt",
            "attempt",
            "failedAt",
            "reason",
            "checkpoint",
            "checkpointBase64",
            "checkpointType");

    /** So many that there is room for as many again. */
    private static final Bounds EXECUTIONS = new Bounds(0, 1_000_000_000);

    private ImportParser() {}

    static AdoptedJob ofFields(JsonFields fields) {
        JsonFields given = fields.check();
        Instant created = instant(given, "createdAt");
        Due due = due(instant(given, "dueAt"), created);
        int executions = (int) given.wholeNumber("attempt", EXECUTIONS, 0);
        AdoptedFailure failure = failure(given);
        boolean begun = given.flag("started") || executions > 0 || failure != null;
        NewJob job = JobParser.of(
                new JobId(given.required("id")),
                PayloadParser.ofFields(given),
                JobHeaders.ofFields(given),
                given,
                due,
                expiry(given, begun, due));
        return new AdoptedJob(
                job, created, executions, 0, begun, failure, checkpoint(given), instant(given, "debounceUntil"));
    }

    /** Without one it is due since its produce. */
    private static Due due(@Nullable Instant at, @Nullable Instant created) {
        Instant since = at == null ? created : at;
        return since == null ? Due.NOW : Due.at(since);
    }

    /** A job that was begun may be due later than it would have expired. */
    private static @Nullable Expiry expiry(JsonFields given, boolean begun, Due due) {
        Instant at = given.instant("expiresAt");
        boolean isOver = begun && at != null && due.at() != null && !at.isAfter(due.at());
        return at == null || isOver ? null : Expiry.at(at);
    }

    private static @Nullable Instant instant(JsonFields given, String name) {
        Instant at = given.instant(name);
        if (at != null && (at.isBefore(Instant.EPOCH) || at.isAfter(Limits.MAX_DUE))) {
            throw GrapeException.badValue(name, "1970-01-01T00:00:00Z to " + Limits.MAX_DUE, at);
        }
        return at;
    }

    private static @Nullable AdoptedFailure failure(JsonFields given) {
        Instant at = instant(given, "failedAt");
        String reason = given.text("reason");
        if (at == null && reason != null) {
            throw GrapeException.badValue("reason", "it with failedAt", "it alone");
        }
        return at == null ? null : new AdoptedFailure(at, Limits.checkedReason(reason == null ? "" : reason));
    }

    private static @Nullable Checkpoint checkpoint(JsonFields given) {
        return given.has("checkpoint") || given.has("checkpointBase64")
                ? new Checkpoint(PayloadParser.ofFields(given, "checkpoint", "checkpointType"))
                : null;
    }
}
