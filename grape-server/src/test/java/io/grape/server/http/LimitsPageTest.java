package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.Limits;
import io.grape.core.job.FailureSignature;
import io.grape.core.operation.Operations;
import io.grape.server.LimitsPage;
import io.grape.server.http.call.Problems;
import io.grape.server.http.connection.HttpListener;
import io.grape.server.http.connection.RequestDecoder;
import io.grape.server.http.console.EventStreams;
import io.grape.server.http.json.JsonRequests;
import io.grape.server.http.json.JsonScanner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of docs/limits.md. */
class LimitsPageTest {
    private static final Pattern CODE = Pattern.compile("`([A-Z_]+)` (\\d{3})");

    private final List<LimitsPage.Row> rows = LimitsPage.rows();

    @Test
    void everyErrorHasItsStatus() {
        List<Matcher> errors = rows.stream()
                .map(row -> CODE.matcher(row.error()))
                .filter(Matcher::find)
                .toList();
        assertThat(errors).hasSizeGreaterThan(50).allSatisfy(error -> {
            int status = Problems.status(ErrorCode.valueOf(error.group(1)));
            // A request that is too long has a status of HTTP's own.
            assertThat(error.group(2)).as(error.group()).matches(status == 400 ? "400|414|431" : "" + status);
        });
    }

    @Test
    void theLimitsAreThoseOfTheCode() {
        String duration = "" + Limits.MAX_DURATION.toMillis();
        String characters = " characters";
        assertThat(values())
                .containsEntry("payload", Limits.USUAL_PAYLOAD_BYTES + " bytes")
                .containsEntry("tube name, content type", Limits.MAX_CONTENT_TYPE_CHARS + characters)
                .containsEntry("priority", "0 to " + Limits.MAX_PRIORITY)
                .containsEntry("delayMs", "0 to " + duration)
                .containsEntry("ttrMs", Limits.MIN_TTR.toMillis() + " to " + duration)
                .containsEntry("pauseKeyMs of a release", "1 to " + duration)
                .containsEntry("forMs of a pause", "1 to " + duration)
                .containsEntry("dueAt", "1970 to " + Limits.MAX_DUE)
                .containsEntry("maxAttempts", "0 (no limit) to " + Limits.MAX_ATTEMPTS)
                .containsEntry("headers", "" + Limits.MAX_HEADERS)
                .containsEntry("header name", Limits.MAX_HEADER_NAME_CHARS + characters)
                .containsEntry("header value", Limits.MAX_HEADER_VALUE_CHARS + characters)
                .containsEntry("header names and values together", Limits.MAX_HEADERS_BYTES + " bytes")
                .containsEntry("reason of a bury", Limits.MAX_REASON_CHARS + characters)
                .containsEntry("levels of a JSON payload", "" + JsonScanner.MAX_DEPTH)
                .containsEntry("jobs or acknowledgements in one call, max, next, limit", "" + Limits.MAX_BATCH)
                .containsEntry("tubes of one consume", "" + Limits.MAX_TUBES_PER_CONSUME)
                .containsEntry("waitMs", "" + Limits.MAX_WAIT.toMillis())
                .containsEntry("body of a JSON call", JsonRequests.MAX_BYTES + " bytes")
                .containsEntry("request line", HttpListener.MAX_REQUEST_LINE + " bytes")
                .containsEntry("HTTP headers", HttpListener.MAX_HEADERS + " bytes")
                .containsEntry("requests pipelined behind a waiting consume", RequestDecoder.MAX_BEHIND + " bytes")
                .containsEntry("open operations", "" + Operations.MAX_OPEN)
                .containsEntry("open operations of one user, or the tokens of one name", "" + Operations.MAX_OF_ONE)
                .containsEntry("reason of an operation", FailureSignature.MAX_CHARACTERS + characters)
                .containsEntry("streams", "" + EventStreams.MAX_VIEWERS)
                .containsEntry("streams of one user, or the tokens of one name", "" + EventStreams.MAX_OF_ONE);
    }

    private Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        rows.forEach(row ->
                assertThat(values.put(row.limit(), row.value())).as(row.limit()).isNull());
        return values;
    }
}
