package io.grape.client;

import static io.grape.client.ResponseParser.all;
import static io.grape.client.ResponseParser.need;
import static io.grape.client.ResponseParser.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads responses about quotas. Unknown fields are ignored. */
final class QuotaParser {
    private QuotaParser() {}

    static QuotaSettings settings(byte[] body) throws IOException {
        return settings(ResponseParser.tree(body));
    }

    static List<QuotaStatus> quotas(byte[] body) throws IOException {
        return all(ResponseParser.tree(body), "quotas", QuotaParser::quota);
    }

    static QuotaStatus quota(byte[] body) throws IOException {
        return quota(ResponseParser.tree(body));
    }

    private static QuotaStatus quota(JsonNode json) throws IOException {
        List<QuotaClient> clients = new ArrayList<>();
        for (JsonNode client : json.path("clients")) {
            clients.add(new QuotaClient(text(client, "name"), counts(client.path("use"))));
        }
        return new QuotaStatus(
                text(json, "name"),
                settings(json),
                json.has("use") ? counts(json.path("use")) : null,
                counts(json.path("refused")),
                clients);
    }

    private static QuotaSettings settings(JsonNode json) throws IOException {
        JsonNode inFlight = json.path("inFlight");
        return new QuotaSettings(
                rate(json.path("produce")), rate(json.path("consume")), inFlight.isInt() ? inFlight.asInt() : null);
    }

    private static QuotaSettings.@Nullable Rate rate(JsonNode json) throws IOException {
        return json.isObject()
                ? new QuotaSettings.Rate(
                        need(json, "perSecond", JsonNode::isNumber).asDouble(),
                        need(json, "burst", JsonNode::isInt).asInt())
                : null;
    }

    private static QuotaCounts counts(JsonNode json) {
        return new QuotaCounts(count(json.path("produce")), count(json.path("consume")), count(json.path("inFlight")));
    }

    private static @Nullable Long count(JsonNode json) {
        return json.isNumber() ? json.asLong() : null;
    }
}
