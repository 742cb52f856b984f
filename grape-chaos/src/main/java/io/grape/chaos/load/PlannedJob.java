package io.grape.chaos.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Entry;
import io.grape.chaos.history.Lane;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;

/**
 * A job that is to be produced, however many tries that takes.
 *
 * @param due the same for all tries
 * @param maxAttempts 0 = no limit, as of those that keep their order: nobody would see how they end
 */
record PlannedJob(String id, Instant due, Duration ttr, int maxAttempts, Optional<Lane> lane, Optional<String> label) {
    private static final int LATEST_MILLIS = 1500;
    private static final int TTR_MILLIS = 1000;
    private static final int[] ATTEMPTS = {0, 0, 0, 0, 3};

    static PlannedJob draw(String id, Optional<Lane> lane, boolean hasLabel, Random random) {
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        Instant due = random.nextBoolean() ? now : now.plusMillis(random.nextInt(LATEST_MILLIS));
        return new PlannedJob(
                id,
                due,
                Duration.ofMillis(TTR_MILLIS + random.nextInt(TTR_MILLIS)),
                lane.isPresent() && lane.get().isOrdered() ? 0 : ATTEMPTS[random.nextInt(ATTEMPTS.length)],
                lane,
                hasLabel ? Optional.of(TubeSharing.label(random)) : Optional.empty());
    }

    String query() {
        return "dueAt=" + due + "&ttrMs=" + ttr.toMillis() + "&maxAttempts=" + maxAttempts
                + lane.map(of -> "&key=" + of.key()).orElse("")
                + label.map(of -> "&labels=" + of).orElse("");
    }

    JsonNode json() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("payloadBase64", Payload.of(id))
                .put("dueAt", due.toString())
                .put("ttrMs", ttr.toMillis())
                .put("maxAttempts", maxAttempts);
        lane.ifPresent(of -> json.put("key", of.key()));
        label.ifPresent(of -> json.putArray("labels").add(of));
        return json;
    }

    /** A change in place to what it is. */
    JsonNode change() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("payloadBase64", Payload.of(id))
                .put("maxAttempts", maxAttempts);
        label.ifPresent(of -> json.putArray("labels").add(of));
        return json;
    }

    /** One that has finished, as its tube remembers, is not made again. */
    Entry tried(Response reply) {
        boolean isOver = reply.json().path("state").asText().equals("finished");
        CallOutcome outcome = isOver ? CallOutcome.REFUSED : reply.outcome();
        return new Entry.Produced(id, due, outcome, reply.json().path("created").asBoolean(), lane, reply.span());
    }
}
