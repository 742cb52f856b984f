package io.grape.chaos.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.chaos.history.Entry;
import io.grape.chaos.history.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** What a consumer was given. */
record Lease(String tube, String id, long number, Duration ttr) {
    static Lease read(JsonNode job) {
        return new Lease(
                job.path("tube").asText(),
                job.path("id").asText(),
                Long.parseLong(job.path("lease").asText()),
                Duration.ofMillis(job.path("ttrMs").asLong()));
    }

    Entry handedOut(JsonNode job, boolean isTaken, Span span) {
        return new Entry.HandedOut(
                id, number, Instant.parse(job.path("leaseUntil").asText()), ttr, isTaken, isIntact(job), span);
    }

    private boolean isIntact(JsonNode job) {
        try {
            return Arrays.equals(job.path("payloadBase64").binaryValue(), Payload.of(id));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
