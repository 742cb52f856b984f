package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.Acknowledgement;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code grape produce} of a job for each line. */
@GrapeTest
class ProduceLinesTest {
    private static final Tube<byte[]> TUBE = Tube.of("orders", Codec.bytes());

    /** Lines of the fields of a job that is produced. */
    private static final Map<String, String> FIELDS = Map.ofEntries(
            Map.entry("id", "{'id':'i'}"),
            Map.entry("payload", "{'payload':{'a':1}}"),
            Map.entry("payloadBase64", "{'payloadBase64':'AAE='}"),
            Map.entry("contentType", "{'contentType':'text/csv','payload':'a,b'}"),
            Map.entry("delayMs", "{'delayMs':60000}"),
            Map.entry("dueAt", "{'dueAt':'2100-01-01T08:00:00+08:00'}"),
            Map.entry("ttrMs", "{'ttrMs':5000}"),
            Map.entry("priority", "{'priority':7}"),
            Map.entry("maxAttempts", "{'maxAttempts':3}"),
            Map.entry("onDuplicate", "{'id':'i','onDuplicate':'replace'}"),
            Map.entry("key", "{'key':'acme'}"),
            Map.entry("labels", "{'labels':['eu']}"),
            Map.entry("weight", "{'key':'acme','weight':2.5}"),
            Map.entry("dedupWindowMs", "{'dedupWindowMs':60000}"),
            Map.entry("expiresAfterMs", "{'expiresAfterMs':60000}"),
            Map.entry("expiresAt", "{'expiresAt':'2100-01-01T00:00:00Z'}"),
            Map.entry("debounceMaxMs", "{'debounceMaxMs':60000,'delayMs':1000,'onDuplicate':'debounce'}"),
            Map.entry("headers", "{'headers':{'a':'b'}}"));

    private final Shell shell;
    private final Grape grape;

    ProduceLinesTest(TestBroker broker) {
        shell = Shell.of(broker.uri());
        grape = broker.client();
    }

    private Job<byte[]> job(String id) {
        return grape.peek(TUBE, id).orElseThrow();
    }

    @Test
    void producesAJobForEachLine() throws Exception {
        var json = shell.type("a\n\n{\"b\":2}\n", "produce", "orders", "--lines", "--delay", "1m", "-o", "json")
                .json();
        assertThat(json.path("produced").asInt()).isEqualTo(2);
        assertThat(json.path("created").asInt()).isEqualTo(2);
        assertThat(json.path("failed").asInt()).isZero();
        assertThat(grape.list(TUBE, JobState.DELAYED, 10, null).jobs())
                .extracting(Job::contentType)
                .containsExactlyInAnyOrder("text/plain;charset=utf-8", "application/json");
    }

    @Test
    void whatAnotherWordWroteIsProducedAgain() throws Exception {
        shell.run("produce", "orders", "{\"a\":1}", "--id", "a", "--delay", "1h", "--key", "k", "--label", "l")
                .ok();
        shell.run("produce", "orders", "text", "--id", "b", "--priority", "3").ok();
        String lines = shell.run("ls", "orders", "-o", "ndjson").ok().out();

        shell.type(lines, "produce", "copies", "--ndjson").ok();

        assertThat(shell.run("ls", "copies", "-o", "ndjson")
                        .ok()
                        .out()
                        .replaceAll("\"(createdAt|dueAt|delayMs)\":[^,]+", ""))
                .isEqualTo(lines.replace("orders", "copies").replaceAll("\"(createdAt|dueAt|delayMs)\":[^,]+", ""));
    }

    @Test
    void eachLineThatTheBrokerRefusesIsTold() {
        Shell.Result result = shell.type(
                "{\"id\":\"good\",\"payload\":1}\n{\"id\":\"bad\",\"payload\":2,\"labels\":[\"NO!\"]}\n",
                "produce",
                "orders",
                "--ndjson");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .hasLineCount(1)
                .startsWith("grape: BAD_REQUEST: ")
                .contains("bad");
        assertThat(result.out()).containsPattern("produced +1\\ncreated +1\\nfailed +1\\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    nonsense           | line 1: expected a JSON object, got something else
                    {"id":1}           | line 1: id: expected a text, got something else
                    {"colour":"red"}   | line 1: colour: no such field of a job
                    {"delayMs":"soon"} | line 1: delayMs: expected a whole number, got something else
                    {"expireInMs":1}   | line 1: expireInMs: no such field of a job
                    {"labels":"eu"}    | line 1: labels: expected a list of texts, got something else
                    {"key":"a","key":"b"}         | line 1: key: expected once, got it twice
                    {"payload":1,"payloadBase64":"AA=="} | line 1: payloadBase64: expected it without payload, got both
                    {"debounceMaxMs":1}           | line 1: debounceMaxMs: expected it with onDuplicate debounce, got it without
                    {"maxAttempts":-4294967295}   | line 1: maxAttempts: expected 0 to 2147483647, got -4294967295
                    {} {}              | line 1: expected one JSON object, got more
                    """)
    void aLineThatIsNoJobIsUsage(String line, String said) {
        Shell.Result result = shell.type(line + "\n", "produce", "orders", "--ndjson");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).isEqualTo("grape: " + said + "\n");
    }

    @Test
    void linesAreOneCurl() throws Exception {
        String line = shell.type("1\n2\n", "produce", "orders", "--lines", "--curl")
                .ok()
                .out();
        Shell.bash(shell.env(), line);
        assertThat(grape.list(TUBE, JobState.READY, 10, null).jobs()).hasSize(2);
    }

    @Test
    void aBadLineDoesNotHoldBackTheOthers() {
        Shell.Result result = shell.type(
                "{\"id\":\"a\",\"payload\":1}\nnonsense\n{\"id\":\"c\",\"payload\":3}\n",
                "produce",
                "orders",
                "--ndjson");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).isEqualTo("grape: line 2: expected a JSON object, got something else\n");
        assertThat(result.out()).containsPattern("produced +2\\ncreated +2\\nfailed +1\\n");
        assertThat(job("a").bytes()).asString().isEqualTo("1");
        assertThat(job("c").bytes()).asString().isEqualTo("3");
    }

    private long ready() {
        return grape.tubes()
                .status("orders")
                .map(tube -> tube.counts().getOrDefault(JobState.READY, 0L))
                .orElse(0L);
    }

    @Test
    void linesAreProducedAsTheyCome() throws Exception {
        PipedInputStream in = new PipedInputStream();
        CompletableFuture<Shell.Result> word;
        try (PipedOutputStream to = new PipedOutputStream(in)) {
            word = CompletableFuture.supplyAsync(() -> shell.read(in, "produce", "orders", "--lines"));
            for (int i = 1; i <= 2; i++) {
                to.write("line\n".getBytes(UTF_8));
                to.flush();
                long count = i;
                await().atMost(Duration.ofMinutes(1)).until(() -> ready() == count);
            }
        }
        word.get().ok();
    }

    @Test
    void endsWithoutABrokerWhateverFailedBefore() {
        Shell.Result result = Shell.of("http://127.0.0.1:1")
                .type("nonsense\n" + "{}\n".repeat(2500), "produce", "orders", "--ndjson", "--timeout", "1s");
        assertThat(result.code()).isEqualTo(6);
        assertThat(result.out()).containsPattern("produced +0\\ncreated +0\\nfailed +1001\\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"amount\":12345678901234567.891,\"x\":1.10}",
                "1.10",
                "1e400",
                "-0",
                "1E5",
                "\"a\\u00e9\\/\"",
                "[1, 2 ]",
                "{\"a\":1,\"a\":2}",
                "null"
            })
    void payloadsAreNotChanged(String payload) {
        shell.type("{\"id\":\"a\",\"payload\": " + payload + " ,\"key\":\"k\"}\n", "produce", "orders", "--ndjson")
                .ok();
        assertThat(job("a").bytes()).asString().isEqualTo(payload);
        String line = shell.run("peek", "orders", "a", "-o", "ndjson").ok().out();
        assertThat(line).contains("\"payload\":" + payload + "}");
        shell.type(line, "produce", "copies", "--ndjson").ok();
        assertThat(shell.run("peek", "copies", "a", "--raw").ok().out()).isEqualTo(payload);
    }

    @Test
    void norAreLongOnes() {
        String payload = "[" + "\"" + "é".repeat(50_000) + "\"," + "1.10,".repeat(20_000) + "1E5]";
        shell.type("{\"id\":\"a\",\"payload\":" + payload + "}\n", "produce", "orders", "--ndjson")
                .ok();
        assertThat(job("a").bytes()).asString().isEqualTo(payload);
    }

    @Test
    void aPayloadOfSeveralLinesIsShownOnOne() {
        shell.run("produce", "orders", "{\n\"a\": 1.10\n}", "--id", "a").ok();
        assertThat(shell.run("ls", "orders", "-o", "ndjson").ok().out())
                .hasLineCount(1)
                .contains("\"payload\":{ \"a\": 1.10 }}");
    }

    @Test
    void aLineHasTheFieldsOfTheHttpApi() throws Exception {
        JsonNode api = new ObjectMapper()
                .readTree(Path.of("../grape-server/src/main/resources/io/grape/server/http/admin/openapi.json")
                        .toFile());
        List<String> fields = new ArrayList<>();
        api.at("/components/schemas/JobSpec/properties").fieldNames().forEachRemaining(fields::add);
        assertThat(FIELDS).containsOnlyKeys(fields);
        String lines = String.join("\n", FIELDS.values()).replace('\'', '"');

        var json =
                shell.type(lines, "produce", "orders", "--ndjson", "-o", "json").json();

        assertThat(json.path("produced").asInt()).isEqualTo(FIELDS.size());
        assertThat(grape.list(TUBE, JobState.READY, 100, null).jobs())
                .anyMatch(job -> job.priority() == 7)
                .anyMatch(job -> job.ttr().equals(Duration.ofSeconds(5)))
                .anyMatch(job -> job.maxAttempts() == 3)
                .anyMatch(job -> job.key().equals(Optional.of("acme")))
                .anyMatch(job -> job.headers().equals(Map.of("a", "b")))
                .anyMatch(job -> job.contentType().equals("text/csv"))
                .anyMatch(job ->
                        job.expiresAt().equals(Optional.of(job.createdAt().plusSeconds(60))));
    }

    /** Jobs in all states, of all kinds, as all words write them. */
    @Test
    void everyLineOfAJobThatAWordWroteIsProducedAgain() throws Exception {
        String deep = "[".repeat(1000) + "]".repeat(1000);
        shell.run("produce", "orders", "text", "--id", "text", "--priority", "3")
                .ok();
        shell.run("produce", "orders", "", "--id", "empty").ok();
        shell.type(deep, "produce", "orders", "-", "--id", "deep", "--type", "application/json")
                .ok();
        shell.type("9".repeat(2000), "produce", "orders", "-", "--id", "long", "--type", "application/json")
                .ok();
        shell.run("produce", "orders", "{}", "--id", "problem", "--type", "application/problem+json;charset=utf-8")
                .ok();
        shell.run("produce", "orders", " {\"a\":\n1} ", "--id", "spaced", "--header", "a=b", "--label", "eu")
                .ok();
        shell.run(
                        "produce",
                        "orders",
                        "1",
                        "--id",
                        "later",
                        "--delay",
                        "1h",
                        "--expires-after",
                        "2h",
                        "--dedup-window",
                        "1m")
                .ok();
        grape.produce(TUBE, NewJob.of(new byte[] {-1, 0}).id("订\u2028单\u202e"));
        for (String id : List.of("failed", "begun", "left")) {
            shell.run("produce", "orders", "1", "--id", id, "--expires-after", "1h", "--priority", "1")
                    .ok();
        }
        for (Job<byte[]> job : grape.consume(TUBE, 3, Duration.ZERO)) {
            switch (job.id()) {
                case "failed" -> grape.acknowledgeAll("orders", List.of(Acknowledgement.bury(job, "declined")));
                case "begun" -> grape.acknowledgeAll("orders", List.of(Acknowledgement.release(job)));
                default -> {}
            }
        }
        List<String> written = new ArrayList<>();
        for (String state : List.of("ready", "delayed", "failed", "retained")) {
            written.add(shell.run("ls", "orders", "--state", state, "-o", "ndjson")
                    .ok()
                    .out());
        }
        written.add(shell.run("peek", "orders", "left", "-o", "json").ok().out());
        written.add(shell.run("export", "orders").out());
        written.add(shell.run("consume", "orders", "--max", "20", "--no-ack", "-o", "ndjson")
                .ok()
                .out());
        int copies = 0;
        for (String lines : written) {
            String tube = "copies-" + copies++;
            var json =
                    shell.type(lines, "produce", tube, "--ndjson", "-o", "json").json();
            long jobs = lines.lines().filter(line -> line.contains("\"id\"")).count();
            assertThat(json.path("produced").asLong()).as(lines).isEqualTo(jobs).isPositive();
            assertThat(json.path("failed").asLong()).isZero();
        }
        for (String id : List.of("text", "empty", "deep", "long", "problem", "spaced", "later", "订\u2028单\u202e")) {
            assertThat(grape.peek(Tube.of("copies-5", Codec.bytes()), id)
                            .orElseThrow()
                            .bytes())
                    .as(id)
                    .isEqualTo(job(id).bytes());
        }
    }

    /** An older program would make an empty job of it. */
    @Test
    void aLineWithoutThePayloadThatItsTokenMayNotSeeIsRefused() {
        Shell.Result result = shell.type("{\"id\":\"a\",\"payloadHidden\":true}\n", "produce", "orders", "--ndjson");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("payloadHidden", "jobs.payload");
    }

    @Test
    void everyFieldThatABrokerShowsOfAJobIsRead() throws Exception {
        JsonNode schemas = new ObjectMapper()
                .readTree(Path.of("../grape-server/src/main/resources/io/grape/server/http/admin/openapi.json")
                        .toFile())
                .at("/components/schemas");
        for (String schema : List.of("Job", "ImportedJob")) {
            List<String> fields = new ArrayList<>();
            schemas.at("/" + schema + "/properties").fieldNames().forEachRemaining(fields::add);
            fields.removeAll(FIELDS.keySet());
            fields.remove("payloadHidden");
            for (String field : fields) {
                shell.type(
                                "{\"" + field + "\":null}\n{\"" + field + "\":1}\n",
                                "produce",
                                "orders",
                                "--ndjson",
                                "-o",
                                "json")
                        .ok();
            }
        }
    }
}
