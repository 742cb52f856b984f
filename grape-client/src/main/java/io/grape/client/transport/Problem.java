package io.grape.client.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An error response.
 *
 * @param isOfBroker false if something in front of the broker seems to have sent it, such as a proxy
 */
record Problem(CallException failure, boolean isOfBroker) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper(ForgetfulJson.factory().build());

    /**
     * The failure in a response that is no success. Without a readable code, the status decides. A code without the id of a
     * request is that of a proxy, which means something else by it.
     */
    static Problem of(WireResponse response) {
        try {
            JsonNode problem = MAPPER.readTree(response.body());
            String code = problem.path("code").asText("");
            String requestId = problem.path("requestId").asText("");
            if (!code.isEmpty() && !requestId.isEmpty()) {
                return new Problem(
                        new CallException(code, problem.path("detail").asText(""), requestId, null)
                                .ofStatus(response.statusCode()),
                        true);
            }
        } catch (IOException e) {
            return unreadable(response, e);
        }
        return unreadable(response, null);
    }

    private static Problem unreadable(WireResponse response, @Nullable IOException cause) {
        int status = response.statusCode();
        boolean isOfProxy = status == 502 || status == 503 || status == 504;
        String code = status >= 500 && !isOfProxy ? CallException.INTERNAL : CallException.UNKNOWN;
        String detail = "expected a broker's response from " + response.authority() + ", got only status " + status
                + (isOfProxy ? "; it may have happened" : "");
        return new Problem(new CallException(code, detail, null, cause).ofStatus(status), false);
    }
}
