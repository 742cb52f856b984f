package io.grape.client;

import static io.grape.client.ResponseParser.all;
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
        return QuotaSettings.fromJson(ResponseParser.tree(body));
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
                QuotaSettings.fromJson(json),
                json.has("use") ? counts(json.path("use")) : null,
                counts(json.path("refused")),
                clients);
    }

    private static QuotaCounts counts(JsonNode json) {
        return new QuotaCounts(count(json.path("produce")), count(json.path("consume")), count(json.path("inFlight")));
    }

    private static @Nullable Long count(JsonNode json) {
        return json.isNumber() ? json.asLong() : null;
    }
}
