package io.grape.bench.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.bench.load.Arrivals;
import io.grape.bench.load.Outcomes;
import io.grape.bench.report.Report;
import io.grape.bench.report.ReportJson;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.bench.stage.StageSettings;
import io.grape.embedded.EmbeddedRedis;
import io.grape.harness.RunningBroker;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of {@code overload}, each for a moment, with real servers. */
@Tag("slow")
class OverloadTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final ScenarioOptions GIVEN = new ScenarioOptions(Map.of(
            "runs", "1", "seconds", "2", "warmup", "3", "load", "1,3", "open", "60", "greedy", "20", "workers", "6",
            "payload", "100"));

    @TempDir
    private static Path directory;

    private static EmbeddedRedis redis;
    private static Stage stage;
    private static RunningBroker broker;

    private final Report report = new Report("overload", Map.of(), Map.of());

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.durable(directory);
        stage = Stage.open(
                new StageSettings(RunningBroker.program(System.getProperty("java.class.path")), redis.uri()));
        broker = stage.broker();
    }

    @AfterAll
    static void stop() {
        stage.close();
        redis.close();
    }

    private JsonObject json() throws IOException {
        Path file = directory.resolve("overload.json");
        ReportJson.write(report, file);
        return new JsonObject(Files.readString(file, UTF_8));
    }

    /** The figures of each row. */
    private Map<String, JsonObject> rows() throws IOException {
        Map<String, JsonObject> rows = new LinkedHashMap<>();
        for (Object row : json().getJsonArray("rows")) {
            JsonObject one = (JsonObject) row;
            rows.put(one.getString("name"), one.getJsonArray("runs").getJsonObject(0));
        }
        return rows;
    }

    private static double figure(Map<String, JsonObject> rows, String row, String figure) {
        return rows.getOrDefault(row, new JsonObject()).getDouble(figure, Double.NaN);
    }

    @Test
    void whatIsDoneIsWhatTheBrokerCounts() {
        int connections = 20;
        Outcomes outcomes = new Outcomes();
        List<Double> finished = new ArrayList<>();
        await().atMost(RunningBroker.PATIENCE).until(() -> {
            OpenLoad load = new OpenLoad(broker, GIVEN)
                    .workers("counted", 4)
                    .producer("counted", Arrivals.every(500, outcomes), connections);
            load.run(SECOND, new ResourceUse());
            finished.add(load.finishes(SECOND).getOrDefault("finished/s", 0.0));
            return outcomes.good().count() > 0 && Collections.max(finished) > 0;
        });
        Tube tube = new Tube(broker, "counted");
        long done = outcomes.good().count();
        // Neither what was done too late nor what was in flight at the end of a run is done in time.
        assertThat(tube.count("produced"))
                .isBetween(done, done + outcomes.lost() + (long) connections * finished.size());
        assertThat((double) tube.count("finished"))
                .isEqualTo(finished.stream().mapToDouble(each -> each).sum());
    }

    @Test
    void eachTimesOfThePeakAndAPauseHaveARow() throws IOException {
        new OverloadScenario().load(GIVEN, stage, broker, report);
        Map<String, JsonObject> rows = rows();
        assertThat(rows).containsOnlyKeys("peak", "1x", "3x", "1x, Redis pauses 3 s");
        for (String row : rows.keySet()) {
            assertThat(figure(rows, row, "good/s")).as(row).isPositive();
            assertThat(figure(rows, row, "acks shed")).as(row).isZero();
        }
        assertThat(json().getJsonObject("ratios").fieldNames())
                .containsExactly("good/s, 1x / peak", "good/s, 3x / peak");
    }

    @Test
    void aQuotaHoldsTheClientThatMisbehaves() throws IOException {
        new GreedyClient(GIVEN, stage, broker).run(19, report);
        Map<String, JsonObject> rows = rows();
        assertThat(rows)
                .containsOnlyKeys(
                        "19 clients, no quota",
                        "19 beside a greedy one, no quota",
                        "19 clients, quota",
                        "19 beside a greedy one, quota");
        rows.keySet()
                .forEach(row -> assertThat(figure(rows, row, "good/s")).as(row).isPositive());
        assertThat(figure(rows, "19 beside a greedy one, no quota", "greedy refused/s"))
                .isZero();
        assertThat(figure(rows, "19 beside a greedy one, quota", "greedy refused/s"))
                .isPositive();
    }

    @Test
    void aNodeThatStandsStillCostsItsOwnTubesOnly() throws IOException {
        new StoppedNode(GIVEN, stage).run(90, report);
        Map<String, JsonObject> rows = rows();
        assertThat(figure(rows, "tubes of 2 nodes", "good/s")).isPositive();
        assertThat(figure(rows, "the same, 3rd node stopped", "good/s")).isPositive();
        assertThat(figure(rows, "the same, 3rd node stopped", "acks shed")).isZero();
        assertThat(figure(rows, "tube of the stopped node", "good/s")).isZero();
    }
}
