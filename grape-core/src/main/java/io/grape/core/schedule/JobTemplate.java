package io.grape.core.schedule;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.job.Due;
import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the jobs of a schedule are made of. Its values are those of a {@link NewJob}.
 *
 * @param headers one less than a job may have, as each job has {@value #SCHEDULED_AT} as well
 */
public record JobTemplate(
        Payload payload,
        JobTags tags,
        @Nullable Double weight,
        Headers headers,
        @Nullable Duration ttr,
        long priority,
        @Nullable Integer maxAttempts) {
    /** The header with the instant of an occurrence. */
    public static final String SCHEDULED_AT = "grape-scheduled-at";

    private static final int SCHEDULED_AT_BYTES = SCHEDULED_AT.length() + "2027-03-14T07:00:00.000Z".length();
    private static final JobId ANY = new JobId("any");

    public JobTemplate {
        if (headers.values().containsKey(SCHEDULED_AT)) {
            throw GrapeException.badValue("headers", "no " + SCHEDULED_AT + ", which each job gets", "it");
        }
        if (headers.values().size() >= Limits.MAX_HEADERS) {
            throw GrapeException.badValue(
                    "headers",
                    "at most " + (Limits.MAX_HEADERS - 1) + ", as each job gets " + SCHEDULED_AT,
                    headers.values().size());
        }
        int room = Limits.MAX_HEADERS_BYTES - SCHEDULED_AT_BYTES;
        if (headers.bytes() > room) {
            throw GrapeException.badValue(
                    "headers",
                    "at most " + room + " bytes in all, as each job gets " + SCHEDULED_AT,
                    headers.bytes() + " bytes");
        }
        NewJob checked = new NewJob(
                ANY,
                payload,
                tags,
                weight,
                headers,
                Due.NOW,
                ttr,
                priority,
                maxAttempts,
                null,
                null,
                OnDuplicate.KEEP,
                null);
        tags = checked.tags();
    }
}
