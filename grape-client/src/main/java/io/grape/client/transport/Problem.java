package io.grape.client.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Reads a broker's error response. */
final class Problem {
    private static final ObjectMapper MAPPER =
            new ObjectMapper(ForgetfulJson.factory().build());

    private Problem() {}

    /** The failure in a response whose status is not 2xx. Without a readable code, the status decides. */
    static CallException of(HttpResponse<byte[]> response) {
        try {
            JsonNode problem = MAPPER.readTree(response.body());
            String code = problem.path("code").asText("");
            if (!code.isEmpty()) {
                String requestId = problem.path("requestId").asText(null);
                return new CallException(code, problem.path("detail").asText(""), requestId, null);
            }
        } catch (IOException e) {
            return unreadable(response, e);
        }
        return unreadable(response, null);
    }

    private static CallException unreadable(HttpResponse<byte[]> response, @Nullable IOException cause) {
        String code = response.statusCode() >= 500 ? CallException.INTERNAL : CallException.UNKNOWN;
        String detail = "expected a broker's response from " + response.uri().getAuthority() + ", got only status "
                + response.statusCode();
        return new CallException(code, detail, null, cause);
    }
}
