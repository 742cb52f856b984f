package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The curl lines of pages, run as they stand there: each succeeds. */
class CurlPagesTest {
    private static final Pattern CURL = Pattern.compile("curl(?: -X ([A-Z]+))? 'http://127\\.0\\.0\\.1:9521([^']+)'"
            + "(?: -H 'Content-Type: ([^']+)' -d '([^']*)')?(?: \\| grep .+)?");
    private static final Pattern LEASE = Pattern.compile("\"lease\":\"([0-9]+)\"");

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    static List<Path> pages() throws IOException {
        try (var files = Files.list(Path.of("..", "docs"))) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** What troubleshooting is about: a job that waits and one that failed, both with a key. */
    @BeforeEach
    void makeJobs() {
        assertThat(broker.call("PUT", "/v1/tubes/invoices", "{\"keys\":{}}", "application/json")
                        .statusCode())
                .isEqualTo(201);
        assertThat(broker.call("PUT", "/v1/tubes/invoices/jobs/i-17?delayMs=3600000&key=acme")
                        .statusCode())
                .isEqualTo(201);
        assertThat(broker.call("PUT", "/v1/tubes/invoices/jobs/i-18?key=acme").statusCode())
                .isEqualTo(201);
        String lease = lease(broker.call("POST", "/v1/tubes/invoices/consume").body());
        assertThat(broker.call("POST", "/v1/tubes/invoices/jobs/i-18/bury?reason=closed&lease=" + lease)
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void eachLineSucceeds(Path page) throws IOException {
        String lease = "none";
        for (String line : Files.readAllLines(page)) {
            Matcher curl = CURL.matcher(line);
            if (curl.matches()) {
                HttpResponse<String> response = broker.call(
                        0,
                        Objects.requireNonNullElse(curl.group(1), "GET"),
                        curl.group(2).replace("LEASE", lease),
                        Objects.requireNonNullElse(curl.group(4), ""),
                        curl.group(3));
                assertThat(response.statusCode())
                        .as(line + "\n" + response.body())
                        .isBetween(200, 299);
                lease = response.body().contains("\"lease\":\"") ? lease(response.body()) : lease;
            }
        }
    }

    @Test
    void noLineHasAFormThatIsNotRun() throws IOException {
        for (Path page : pages()) {
            assertThat(Files.readAllLines(page))
                    .as(page.toString())
                    .filteredOn(line -> line.startsWith("curl ") && line.contains("127.0.0.1:9521"))
                    .allMatch(line -> CURL.matcher(line).matches());
        }
    }

    private static String lease(String body) {
        Matcher lease = LEASE.matcher(body);
        assertThat(lease.find()).as(body).isTrue();
        return lease.group(1);
    }
}
