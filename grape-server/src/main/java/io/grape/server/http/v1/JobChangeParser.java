package io.grape.server.http.v1;

import io.grape.core.Limits;
import io.grape.core.job.Due;
import io.grape.core.job.JobChange;
import io.grape.core.job.Payload;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.JsonRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads changes of jobs in place. */
public final class JobChangeParser {
    /** The fields of a change. */
    public static final Set<String> FIELDS = Set.of(
            "payload",
            "payloadBase64",
            "contentType",
            "delayMs",
            "dueAt",
            "ttrMs",
            "priority",
            "maxAttempts",
            "labels");

    private JobChangeParser() {}

    static JobChange read(byte[] body, int maxPayload, @Nullable String rev) {
        JsonFields given = JsonRequests.object(body, FIELDS).check();
        Duration delay = given.millis("delayMs");
        Instant at = given.instant("dueAt");
        Long attempts = given.wholeNumber("maxAttempts");
        boolean hasPayload = given.has("payload") || given.has("payloadBase64") || given.has("contentType");
        Payload payload = hasPayload ? PayloadParser.ofFields(given) : null;
        if (payload != null) {
            PayloadParser.checkSize(payload, maxPayload);
        }
        return new JobChange(
                        delay == null && at == null ? null : new Due(delay, at),
                        given.millis("ttrMs"),
                        given.wholeNumber("priority"),
                        attempts == null ? null : (int) given.wholeNumber("maxAttempts", JobParser.ATTEMPTS, attempts),
                        given.texts("labels", Limits.MAX_LABELS),
                        payload,
                        rev)
                .checked();
    }
}
