package io.grape.client.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Reads what a broker says of a refusal. */
public final class Problem {
    private static final ObjectMapper MAPPER =
            new ObjectMapper(ForgetfulJson.factory().build());

    private Problem() {}

    /** Of an answer that is none of 2xx. A body that is no problem is one without a code. */
    static GrapeException of(HttpResponse<byte[]> answer) {
        try {
            JsonNode problem = MAPPER.readTree(answer.body());
            String code = problem.path("code").asText("");
            if (!code.isEmpty()) {
                String requestId = problem.path("requestId").asText(null);
                return refusal(code, problem.path("detail").asText(""), requestId);
            }
        } catch (IOException e) {
            return unreadable(answer, e);
        }
        return unreadable(answer, null);
    }

    private static GrapeException unreadable(HttpResponse<byte[]> answer, @Nullable IOException cause) {
        ErrorCode code = answer.statusCode() >= 500 ? ErrorCode.INTERNAL : ErrorCode.UNKNOWN;
        String detail = "expected an answer of a broker from " + answer.uri().getAuthority() + ", got only status "
                + answer.statusCode();
        return new GrapeException(code, detail, null, cause);
    }

    /** Of a code on the wire; one that this client does not know is named in the detail. */
    public static GrapeException refusal(String name, String detail, @Nullable String requestId) {
        ErrorCode code = ErrorCode.of(name);
        return new GrapeException(code, code == ErrorCode.UNKNOWN ? name + ": " + detail : detail, requestId, null);
    }
}
