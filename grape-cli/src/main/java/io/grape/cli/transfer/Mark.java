package io.grape.cli.transfer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.JobState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A line of an export that is no job: how far the export was, or its end.
 *
 * @param tube whose export it is
 * @param state the state whose jobs were read last
 * @param next the cursor of the next page; null: that state is done
 * @param jobs how many jobs stand before this line
 * @param isEnd whether the export is complete
 */
public record Mark(String tube, JobState state, @Nullable String next, long jobs, boolean isEnd) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    /** No job begins like this. */
    private static final String BEGIN = "{\"mark\":";

    String line() {
        return MAPPER.createObjectNode()
                .put("mark", state.wireName())
                .put("tube", tube)
                .put("next", next)
                .put("jobs", jobs)
                .put("end", isEnd)
                .toString();
    }

    /** Whether a line is a mark, or the begin of one. */
    static boolean isBegunBy(String line) {
        return line.startsWith(BEGIN) || BEGIN.startsWith(line);
    }

    /** Reads a line; empty: it is a job. */
    public static Optional<Mark> read(String line) {
        if (!line.startsWith(BEGIN)) {
            return Optional.empty();
        }
        try {
            JsonNode json = MAPPER.readTree(line);
            return Optional.of(new Mark(
                    json.path("tube").asText(),
                    JobState.of(json.path("mark").asText()),
                    json.path("next").textValue(),
                    json.path("jobs").asLong(),
                    json.path("end").asBoolean()));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            // It was cut off.
            return Optional.empty();
        }
    }
}
