package io.grape.server.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A Prometheus that is installed, which scrapes a broker and looks at rules every few seconds. */
final class Prometheus implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ChildProcess process;
    private final Path targets;
    private final URI api;

    private Prometheus(ChildProcess process, Path targets, URI api) {
        this.process = process;
        this.targets = targets;
        this.api = api;
    }

    /** Starts it on such rules and waits until it responds. */
    static Prometheus start(Path program, Path directory, String rules, String target) throws IOException {
        Files.writeString(directory.resolve("alerts.yml"), rules);
        Path config = Files.writeString(directory.resolve("prometheus.yml"), """
                global: {scrape_interval: 3s, scrape_timeout: 3s, evaluation_interval: 1s}
                rule_files: [alerts.yml]
                scrape_configs:
                  - job_name: grape
                    file_sd_configs: [{files: [targets.json]}]
                """);
        Path targets = directory.resolve("targets.json");
        scrape(targets, List.of(target));
        String address = "127.0.0.1:" + FreePorts.one();
        ChildProcess process = ChildProcess.start(
                directory.resolve("prometheus.log"),
                List.of(
                        program.toString(),
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + directory.resolve("tsdb"),
                        "--web.listen-address=" + address,
                        "--log.level=warn"),
                environment -> {});
        Prometheus prometheus = new Prometheus(process, targets, URI.create("http://" + address));
        await().atMost(START).ignoreExceptions().until(() -> prometheus.get("/-/ready"), response -> true);
        return prometheus;
    }

    /** From now on it scrapes these, by their addresses. */
    void scrape(List<String> addresses) throws IOException {
        scrape(targets, addresses);
    }

    private static void scrape(Path targets, List<String> addresses) throws IOException {
        JsonObject group = new JsonObject().put("targets", new JsonArray(addresses));
        Path next = Files.writeString(
                targets.resolveSibling("targets.next"),
                new JsonArray().add(group).encode());
        Files.move(next, targets, StandardCopyOption.REPLACE_EXISTING);
    }

    private String get(String path) {
        try {
            HttpResponse<String> response = CLIENT.send(
                    HttpRequest.newBuilder(api.resolve(path)).timeout(START).build(),
                    HttpResponse.BodyHandlers.ofString(UTF_8));
            if (response.statusCode() != 200) {
                throw new IllegalStateException(path + ": " + response.statusCode() + " " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What an expression has now. Fails if it is none. */
    JsonArray query(String expression) {
        String body = get("/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8));
        return new JsonObject(body).getJsonObject("data").getJsonArray("result");
    }

    /** The names of the alerts that fire. */
    Set<String> firing() {
        return new JsonObject(get("/api/v1/alerts"))
                .getJsonObject("data").getJsonArray("alerts").stream()
                        .map(JsonObject.class::cast)
                        .filter(alert -> alert.getString("state").equals("firing"))
                        .map(alert -> alert.getJsonObject("labels").getString("alertname"))
                        .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        process.kill();
    }
}
