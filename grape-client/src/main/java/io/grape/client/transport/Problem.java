package io.grape.client.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Reads what a broker says of a refusal. */
final class Problem {
    private static final ObjectMapper MAPPER =
            new ObjectMapper(ForgetfulJson.factory().build());

    private Problem() {}

    /** Of a response that is none of 2xx. A body that is no problem is one without a code. */
    static CallException of(HttpResponse<byte[]> answer) {
        try {
            JsonNode problem = MAPPER.readTree(answer.body());
            String code = problem.path("code").asText("");
            if (!code.isEmpty()) {
                String requestId = problem.path("requestId").asText(null);
                return new CallException(code, problem.path("detail").asText(""), requestId, null);
            }
        } catch (IOException e) {
            return unreadable(answer, e);
        }
        return unreadable(answer, null);
    }

    private static CallException unreadable(HttpResponse<byte[]> answer, @Nullable IOException cause) {
        String code = answer.statusCode() >= 500 ? CallException.INTERNAL : CallException.UNKNOWN;
        String detail = "expected a broker's response from " + answer.uri().getAuthority() + ", got only status "
                + answer.statusCode();
        return new CallException(code, detail, null, cause);
    }
}
