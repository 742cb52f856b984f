package io.grape.server.http.v1;

import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.Params;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads jobs to be produced. */
public final class JobParser {
    static final Bounds ATTEMPTS = new Bounds(0, Limits.MAX_ATTEMPTS);

    /** The query parameters of a produce. */
    static final String[] QUERY = {
        "delayMs",
        "dueAt",
        "ttrMs",
        "priority",
        "maxAttempts",
        "onDuplicate",
        "key",
        "labels",
        "weight",
        "dedupWindowMs",
        "expiresAfterMs",
        "expiresAt",
        "debounceMaxMs"
    };

    /** The fields of a job in JSON. */
    public static final Set<String> FIELDS = Stream.concat(
                    Stream.of(QUERY), Stream.of("id", "payload", "payloadBase64", "contentType", "headers"))
            .collect(Collectors.toUnmodifiableSet());

    private JobParser() {}

    /** A job in JSON. One without an id gets a random one. */
    static NewJob ofFields(JsonFields fields) {
        JsonFields given = fields.check();
        String id = given.text("id");
        return of(
                id == null ? JobId.random() : new JobId(id),
                PayloadParser.ofFields(given),
                JobHeaders.ofFields(given),
                given);
    }

    static NewJob of(JobId id, Payload payload, Headers headers, Params given) {
        Due due = due(given.millis("delayMs"), given.instant("dueAt"));
        return of(id, payload, headers, given, due, expiry(given.millis("expiresAfterMs"), given.instant("expiresAt")));
    }

    /** With due time and expiry from elsewhere. */
    static NewJob of(JobId id, Payload payload, Headers headers, Params given, Due due, @Nullable Expiry expiry) {
        String onDuplicate = given.text("onDuplicate");
        Long attempts = given.wholeNumber("maxAttempts");
        return new NewJob(
                id,
                payload,
                tags(given),
                given.number("weight"),
                headers,
                due,
                given.millis("ttrMs"),
                given.wholeNumber("priority", Limits.DEFAULT_PRIORITY),
                attempts == null ? null : (int) given.wholeNumber("maxAttempts", ATTEMPTS, attempts),
                given.millis("dedupWindowMs"),
                expiry,
                onDuplicate == null ? OnDuplicate.KEEP : OnDuplicate.parse(onDuplicate),
                given.millis("debounceMaxMs"));
    }

    private static JobTags tags(Params given) {
        String key = given.text("key");
        List<String> labels = given.texts("labels", Limits.MAX_LABELS);
        return key == null && labels == null ? JobTags.NONE : new JobTags(key, labels == null ? List.of() : labels);
    }

    private static @Nullable Expiry expiry(@Nullable Duration after, @Nullable Instant at) {
        return after == null && at == null ? null : new Expiry(after, at);
    }

    private static Due due(@Nullable Duration delay, @Nullable Instant at) {
        return delay == null && at == null ? Due.NOW : new Due(delay, at);
    }
}
