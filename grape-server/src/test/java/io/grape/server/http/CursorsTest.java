package io.grape.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.json.PercentEncoding;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cursor that no page named is refused, or is the place that it names; it is never a failure of the broker. */
final class CursorsTest {
    private static final List<String> PLAIN = List.of(
            "0-0",
            "000-00",
            "0-1",
            "999999999999999-999999999999999999",
            "0",
            "000000000000000",
            "999999999999999",
            "99999",
            "w-0",
            "w-999999999",
            "l-999999999",
            "o-999999999",
            "-",
            "(",
            "=",
            "\u0000",
            "+inf");
    private static final List<String> ENCODED = List.of(
            "ready 1024 inf x",
            "ready 1024 -inf x",
            "ready 1024 1e+999 x",
            "ready 1024 1e-999 x",
            "ready 9999999999 1 x",
            "ready 1024:k 1 x",
            "ready 1024  x",
            "ready 1024 1 ",
            "failed 0 1 x",
            "retained 1024:none 1 \u00ff",
            "delayed 4294967296 99999999999999999999.99999999999999999999e+308 x",
            "gated 1024:g 1 x",
            "",
            "\u0000",
            "-x");

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/audit?",
                "/v1/operations?",
                "/v1/tubes?",
                "/v1/find?id=j&",
                "/v1/tubes/t/failures?",
                "/v1/tubes/t/keys?",
                "/v1/tubes/t/keys?sort=leased&",
                "/v1/tubes/t/jobs?state=ready&",
                "/v1/tubes/t/jobs?state=delayed&",
                "/v1/tubes/t/jobs?state=failed&",
                "/v1/tubes/t/jobs?state=retained&",
                "/v1/tubes/t/jobs?state=gated&",
                "/v1/tubes/t/jobs?state=finished&"
            })
    void forgedCursorIsNeverAFailureOfTheBroker(String path) {
        Wire wire = Wire.to(broker);
        wire.put("/v1/tubes/t", "{\"keys\":{\"concurrency\":1}}").is(201);
        wire.put("/v1/tubes/t/jobs/j?key=k", "x").is(201);
        for (String cursor : PLAIN) {
            check(wire, path, cursor);
        }
        for (String text : ENCODED) {
            check(wire, path, Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(ISO_8859_1)));
        }
    }

    private static void check(Wire wire, String path, String cursor) {
        assertThat(wire.get(path + "cursor=" + PercentEncoding.encodedSegment(cursor))
                        .status())
                .as("%s cursor=%s", path, cursor)
                .isIn(200, 400);
    }

    @Test
    void nothingInTheAuditLogIsOlderThanItsFirstPossibleId() {
        Wire wire = Wire.to(broker);
        wire.get("/v1/audit?cursor=0-0").isBadRequest("cursor");
        wire.get("/v1/audit?cursor=000-000").isBadRequest("cursor");
        assertThat(wire.get("/v1/audit?cursor=0-1").is(200).list("entries")).isEmpty();
    }
}
