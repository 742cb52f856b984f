package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.server.LogLines;
import io.grape.server.ServerExtension;
import io.grape.server.failure.BrokenTubes;
import io.grape.server.http.call.Problems;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A tube of which somebody broke a key beside the broker hides no other, and can be removed. */
class BrokenTubesTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final RawRedis redis = RawRedis.to(TestRedis.uri());
    private final String broken = "broken-" + UUID.randomUUID();

    @BeforeEach
    void breakOne() {
        for (String tube : new String[] {broken, "sound"}) {
            assertThat(server.call("PUT", "/v1/tubes/" + tube + "/jobs/a?delayMs=600000", "x", "text/plain")
                            .statusCode())
                    .isEqualTo(201);
        }
        redis.commands().set(server.namespace() + ":{" + broken + "}:delay", "text");
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private String get(String path) {
        return server.call("GET", path).body();
    }

    @Test
    void theOthersAreListedAndTheLogSaysOnceWhichIsNot() {
        try (LogLines log = LogLines.of(BrokenTubes.class.getName(), Problems.class.getName())) {
            for (int i = 0; i < 3; i++) {
                assertThat(get("/v1/tubes")).contains("\"name\":\"sound\"").doesNotContain(broken);
                assertThat(get("/api/tube/stats"))
                        .contains("\"tubeName\":\"sound\"")
                        .doesNotContain(broken);
                assertThat(get("/metrics")).contains("grape_jobs{state=\"delayed\",tube=\"sound\"");
            }
            assertThat(log.seen()).hasSize(1).allMatch(line -> line.contains("tube=" + broken));
        }
        assertThat(get("/api/tube/list")).contains("sound", broken);
    }

    @Test
    void itSaysWhatIsWrongWithItAndCanBeRemoved() {
        assertThat(get("/v1/tubes/" + broken))
                .contains("\"status\":409", "\"code\":\"WRONG_STATE\"", "a key of the tube is of another type");
        assertThat(server.call("POST", "/v1/tubes/" + broken + "/consume").body())
                .contains("\"code\":\"WRONG_STATE\"");
        assertThat(server.call("DELETE", "/v1/tubes/" + broken + "?confirm=" + broken)
                        .statusCode())
                .isEqualTo(204);
        assertThat(get("/v1/tubes")).contains("\"name\":\"sound\"");
        assertThat(redis.commands().exists(server.namespace() + ":{" + broken + "}:delay"))
                .isZero();
    }
}
