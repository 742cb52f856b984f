package io.grape.server.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.harness.Programs;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real Prometheus with the alerts and the queries of the dashboard, in front of a real broker: each alert fires once its cause is
 * there, and clears once that is gone.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FiringAlertsTest {
    private static final Path DASHBOARD = Path.of("../deploy/grafana/dashboards/grape.json");
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration POLL = Duration.ofMillis(500);

    private @Nullable WatchedBroker broker;
    private @Nullable Prometheus prometheus;
    private @Nullable AlertCauses causes;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        Optional<Path> program = Programs.find("prometheus");
        if (program.isEmpty()) {
            System.err.println("SKIPPED: prometheus is not installed, so no alert was seen to fire");
        }
        assumeTrue(program.isPresent(), "prometheus is installed");
        broker = new WatchedBroker(Files.createDirectories(directory.resolve("redis")));
        prometheus = Prometheus.start(program.orElseThrow(), directory, AlertRules.shortened(), broker.address());
        causes = new AlertCauses(broker, prometheus);
    }

    @AfterAll
    void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    private Prometheus prometheus() {
        return Objects.requireNonNull(prometheus);
    }

    private WatchedBroker broker() {
        return Objects.requireNonNull(broker);
    }

    private AlertCauses causes() {
        return Objects.requireNonNull(causes);
    }

    static List<String> alerts() {
        return AlertRules.names();
    }

    @Test
    void everyAlertHasACause() {
        assertThat(causes().all().keySet()).containsExactlyInAnyOrderElementsOf(alerts());
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void anAlertFiresAndClears(String alert) {
        AlertCauses.Cause cause = causes().of(alert);
        awaitClear(alert);
        cause.begin().run();
        try {
            await(alert + " fires").atMost(PATIENCE).pollInterval(POLL).until(() -> fires(alert) || repeated(cause));
        } finally {
            cause.end().run();
        }
        awaitClear(alert);
    }

    /** As when the discovery of targets breaks. */
    @Test
    void aBrokerIsDownTooWherePrometheusHasNoneToScrape() throws IOException {
        String alert = "GrapeBrokerDown";
        awaitClear(alert);
        prometheus().scrape(List.of());
        try {
            await(alert + " fires").atMost(PATIENCE).pollInterval(POLL).until(() -> fires(alert));
        } finally {
            prometheus().scrape(List.of(broker().address()));
        }
        awaitClear(alert);
    }

    private void awaitClear(String alert) {
        await(alert + " clears").atMost(PATIENCE).pollInterval(POLL).until(() -> !fires(alert));
    }

    private boolean repeated(AlertCauses.Cause cause) {
        cause.again().run();
        return false;
    }

    private boolean fires(String alert) {
        return prometheus().firing().contains(alert);
    }

    /** Each query of the dashboard is one that Prometheus takes, and shows what was done. */
    @Test
    void everyPanelOfTheDashboardShowsWhatWasDone() throws IOException {
        broker().tube("shown", "{\"keys\":{},\"latenessTargetMs\":60000}");
        try (Socket reserved = broker().reserve()) {
            for (String query : queries().toList()) {
                await(query).atMost(PATIENCE).pollInterval(POLL).until(() -> shows(query, reserved));
            }
        }
        // No alert is about what waits there.
        broker().delete("shown");
        broker().delete("default");
    }

    private boolean shows(String query, Socket beanstalkd) throws IOException {
        beanstalkd.getOutputStream().write("list-tube-used\r\n".getBytes(US_ASCII));
        broker().call("PUT", "/v1/tubes/shown/jobs/" + System.nanoTime() + "?key=acme", "1");
        broker().call("PUT", "/v1/tubes/shown/jobs/" + System.nanoTime() + "?key=acme&delayMs=600000", "1");
        broker().consumeAnd("shown", "finish");
        boolean isOfFaults = query.contains("failed") || query.contains("repairs") || query.contains("imbalance");
        return !prometheus().query(query).isEmpty() || isOfFaults;
    }

    private static Stream<String> queries() throws IOException {
        List<String> queries = new JsonObject(Files.readString(DASHBOARD))
                .getJsonArray("panels").stream()
                        .flatMap(panel -> ((JsonObject) panel).getJsonArray("targets").stream())
                        .map(target -> ((JsonObject) target).getString("expr"))
                        .toList();
        assertThat(queries).hasSizeGreaterThan(20);
        return queries.stream();
    }
}
