package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Plays what was recorded of Grape 1.3 against a broker: in order, for each exchange needs what those before it made. */
@Tag("slow")
class Grape13RecordingsTest {
    private static final Path RECORDINGS = Path.of("src/test/resources/grape13");
    private static final String JSON = "application/json";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    @TestFactory
    Stream<DynamicTest> everyRecordedRequestHasItsAnswer() throws IOException {
        List<Grape13Recording> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(RECORDINGS)) {
            files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .forEach(file -> all.addAll(Grape13Recording.read(file)));
        }
        assertThat(all).hasSizeGreaterThan(500);
        return all.stream().map(one -> DynamicTest.dynamicTest(one.title(), () -> play(one)));
    }

    private void play(Grape13Recording one) {
        String until = one.until();
        if (until == null) {
            assertThat(answer(one)).isEqualTo(one.expected());
        } else {
            String[] last = new String[1];
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        last[0] = answer(one);
                        return last[0].contains(until);
                    });
            assertThat(last[0]).isEqualTo(one.expected());
        }
    }

    private String answer(Grape13Recording one) {
        Grape13Client client = new Grape13Client(server.uri(0, "/").getPort());
        Grape13Client.Answer answer = client.send(one.request(), headers(one), body(one));
        if (one.request().startsWith("GET /api/job/") && answer.status() == 200) {
            assertThat(answer.header("cache-control")).isEqualTo("no-store");
        }
        return text(answer);
    }

    /** As most clients do, say that anything is welcome. */
    private static List<String> headers(Grape13Recording one) {
        List<String> headers = new ArrayList<>(one.headers());
        if (!headers.remove("accept: -") && headers.stream().noneMatch(header -> header.startsWith("accept:"))) {
            headers.add("accept: */*");
        }
        return headers;
    }

    private static byte[] body(Grape13Recording one) {
        byte[] body = one.body();
        return body == null ? new byte[0] : body;
    }

    private static String text(Grape13Client.Answer answer) {
        String type = answer.header("content-type");
        String usual = answer.body().isEmpty() ? "none" : JSON;
        String shown = type.isEmpty() ? "none" : type;
        String body = answer.body().replaceAll("\"dateTime\":[0-9]{13}\\b", "\"dateTime\":<ms>");
        return (answer.status() + (shown.equals(usual) ? "" : " [" + shown + "]") + " " + body).strip();
    }
}
