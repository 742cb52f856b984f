package io.grape.chaos.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.grape.chaos.history.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/**
 * A job that is to be produced, however many tries that takes.
 *
 * @param due the same for all tries
 */
record PlannedJob(String id, Instant due, Duration ttr, int maxAttempts) {
    private static final int LATEST_MILLIS = 1500;
    private static final int TTR_MILLIS = 1000;
    private static final int[] ATTEMPTS = {0, 0, 0, 0, 3};

    static PlannedJob draw(String id, Random random) {
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        Instant due = random.nextBoolean() ? now : now.plusMillis(random.nextInt(LATEST_MILLIS));
        return new PlannedJob(
                id,
                due,
                Duration.ofMillis(TTR_MILLIS + random.nextInt(TTR_MILLIS)),
                ATTEMPTS[random.nextInt(ATTEMPTS.length)]);
    }

    String query() {
        return "dueAt=" + due + "&ttrMs=" + ttr.toMillis() + "&maxAttempts=" + maxAttempts;
    }

    JsonNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("payloadBase64", Payload.of(id))
                .put("dueAt", due.toString())
                .put("ttrMs", ttr.toMillis())
                .put("maxAttempts", maxAttempts);
    }

    Entry tried(Response reply) {
        return new Entry.Produced(
                id, due, reply.outcome(), reply.json().path("created").asBoolean(), reply.span());
    }
}
