package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The first screen of the README, run as it stands there. */
class ReadmeTest {
    private static final Pattern CURL = Pattern.compile(
            "curl -X ([A-Z]+) 'http://127\\.0\\.0\\.1:9521([^']+)'(?: -H 'Content-Type: ([^']+)' -d '([^']*)')?");
    private static final Pattern LEASE = Pattern.compile("\"lease\":\"([0-9]+)\"");

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @Test
    void theFirstCommandStartsABrokerAndTheSecondRunsTheTests() throws IOException {
        for (String page : List.of("README.md", "README.zh-CN.md")) {
            assertThat(Files.readAllLines(Path.of("..", page)).stream()
                            .filter(line -> line.startsWith("./grape ") || line.startsWith("curl "))
                            .limit(3)
                            .toList())
                    .as(page)
                    .startsWith("./grape server", "./grape test")
                    .last()
                    .asString()
                    .startsWith("curl ");
        }
    }

    @Test
    void theThreeLinesProduceConsumeAndFinish() throws IOException {
        List<Matcher> lines = Files.readAllLines(Path.of("../README.md")).stream()
                .map(CURL::matcher)
                .filter(Matcher::matches)
                .toList();
        assertThat(lines).hasSize(3);
        assertThat(run(lines.get(0), "").statusCode()).isEqualTo(201);
        HttpResponse<String> consumed = run(lines.get(1), "");
        assertThat(consumed.body()).contains("\"payload\":{\"order\":8812}");
        Matcher lease = LEASE.matcher(consumed.body());
        assertThat(lease.find()).isTrue();
        HttpResponse<String> finished = run(lines.get(2), lease.group(1));
        assertThat(finished.statusCode()).isEqualTo(200);
        assertThat(finished.body()).isEqualTo("{\"id\":\"cancel-8812\",\"state\":\"finished\"}");
    }

    private HttpResponse<String> run(Matcher line, String lease) {
        String body = line.group(4) == null ? "" : line.group(4);
        return broker.call(0, line.group(1), line.group(2).replace("LEASE", lease), body, line.group(3));
    }
}
