package io.grape.client;

import java.time.Instant;

/**
 * Failed jobs of a tube that failed for the same reason. Source: {@code docs/http.md#failures}.
 *
 * @param signature their reason, without its varying parts; {@link OperationSettings#reason} takes it
 * @param count how many there are, or at least are
 * @param firstAt when the first of them failed
 * @param lastAt when the last of them failed
 * @param sampleId the id of one of them
 * @param sampleReason the whole reason of that one
 */
public record FailureGroup(
        String signature, long count, Instant firstAt, Instant lastAt, String sampleId, String sampleReason) {}
