package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code grape produce}. */
@GrapeTest
class ProduceTest {
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
            Map.entry("dedupMs", "{'dedupMs':60000}"),
            Map.entry("expireMs", "{'expireMs':60000}"),
            Map.entry("expiresAt", "{'expiresAt':'2100-01-01T00:00:00Z'}"),
            Map.entry("debounceMaxMs", "{'debounceMaxMs':60000,'delayMs':1000,'onDuplicate':'debounce'}"),
            Map.entry("headers", "{'headers':{'a':'b'}}"));

    private final Shell shell;
    private final Grape grape;

    @TempDir
    Path directory = Path.of("");

    ProduceTest(TestBroker broker) {
        shell = Shell.of(broker.uri());
        grape = broker.client();
    }

    private Job<byte[]> job(String id) {
        return grape.peek(TUBE, id).orElseThrow();
    }

    @Test
    void producesAJobWithAllItsOptions() throws Exception {
        var json = shell.run(
                        "produce",
                        "orders",
                        "{\"order\":1}",
                        "--id",
                        "o-1",
                        "--delay",
                        "1h30m",
                        "--priority",
                        "7",
                        "--ttr",
                        "PT2M",
                        "--attempts",
                        "3",
                        "--key",
                        "acme",
                        "--label",
                        "eu",
                        "--label",
                        "trial",
                        "--header",
                        "Traceparent=00-a",
                        "--expire",
                        "2d",
                        "-o",
                        "json")
                .json();

        Job<byte[]> job = job("o-1");
        assertThat(json.path("id").asText()).isEqualTo("o-1");
        assertThat(json.path("state").asText()).isEqualTo("delayed");
        assertThat(json.path("created").asBoolean()).isTrue();
        assertThat(json.path("dueAt").asText())
                .isEqualTo(job.dueAt().orElseThrow().toString());
        assertThat(json).hasSize(5);
        assertThat(job.delay()).isEqualTo(Duration.ofMinutes(90));
        assertThat(job.priority()).isEqualTo(7);
        assertThat(job.ttr()).isEqualTo(Duration.ofMinutes(2));
        assertThat(job.maxAttempts()).isEqualTo(3);
        assertThat(job.key()).contains("acme");
        assertThat(job.labels()).containsExactly("eu", "trial");
        assertThat(job.headers()).containsEntry("traceparent", "00-a");
        assertThat(job.expiresAt()).contains(job.createdAt().plus(Duration.ofDays(2)));
        assertThat(job.contentType()).isEqualTo("application/json");
    }

    @Test
    void dueAtAPointInTime() {
        shell.run("produce", "orders", "x", "--id", "a", "--at", "2100-01-01T08:00:00+08:00")
                .ok();
        assertThat(job("a").dueAt()).contains(java.time.Instant.parse("2100-01-01T00:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"a":1}  | application/json
                    8812     | application/json
                    hello    | text/plain;charset=utf-8
                    {"a":    | text/plain;charset=utf-8
                    """)
    void theContentTypeIsWhatThePayloadIs(String payload, String type) {
        shell.run("produce", "orders", payload, "--id", "a").ok();
        assertThat(job("a").contentType()).isEqualTo(type);
        assertThat(job("a").bytes()).asString().isEqualTo(payload);
    }

    @Test
    void aPayloadIsReadFromStandardInputOrAFile() throws Exception {
        Path file = Files.write(directory.resolve("payload"), new byte[] {0, -1, 7});
        shell.type("{\"a\":[]}", "produce", "orders", "-", "--id", "in").ok();
        shell.run("produce", "orders", "@" + file, "--id", "file").ok();
        shell.run("produce", "orders", "", "--id", "none").ok();
        assertThat(job("in").bytes()).asString().isEqualTo("{\"a\":[]}");
        assertThat(job("file").bytes()).containsExactly(0, -1, 7);
        assertThat(job("file").contentType()).isEqualTo("application/octet-stream");
        assertThat(job("none").bytes()).isEmpty();
    }

    @Test
    void aForgottenPayloadIsUsage() {
        Shell.Result result = shell.type("piped", "produce", "orders");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).hasLineCount(1).contains("expected one, - or @FILE");
        assertThat(shell.run("produce", "orders", "@nowhere").err())
                .isEqualTo("grape: @nowhere: expected a file, found none\n");
    }

    @Test
    void anIdThatIsInUseIsNoErrorUnlessAskedFor() throws Exception {
        shell.run("produce", "orders", "1", "--id", "a").ok();
        assertThat(shell.run("produce", "orders", "2", "--id", "a", "-o", "json")
                        .json()
                        .path("created")
                        .asBoolean())
                .isFalse();
        Shell.Result rejected = shell.run("produce", "orders", "2", "--id", "a", "--on-duplicate", "reject");
        assertThat(rejected.code()).isEqualTo(4);
        assertThat(rejected.err()).hasLineCount(1).startsWith("grape: DUPLICATE: ");
        shell.run("produce", "orders", "3", "--id", "a", "--on-duplicate", "replace")
                .ok();
        assertThat(job("a").bytes()).asString().isEqualTo("3");
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --delay 5 minutes        | 500ms, 30s, 15m, 1h30m, 2d or PT15M, up to 49710d, got '5'
                    --delay 999999999999d    | up to 49710d, got '999999999999d'
                    --at tomorrow            | 2027-01-01T08:00:00Z
                    --on-duplicate perhaps   | perhaps
                    --delay 1s --at 2100-01-01T00:00:00Z | --at: expected it without --delay
                    """)
    void wrongOptionsAreUsage(String options, String said) {
        String[] args = ("produce orders x " + options).split(" ");
        Shell.Result result = shell.run(args);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).hasLineCount(1).contains(said);
        assertThat(grape.tubes().status("orders")).isEmpty();
    }

    @Test
    void whatCurlPrintsDoesTheSame() throws Exception {
        shell.curl("produce", "orders", "it's \"so\" $HOME\n", "--id", "text", "--delay", "1h", "--label", "eu");
        shell.curl("produce", "orders", "{\"a\":1}", "--id", "json");
        Path file = Files.write(directory.resolve("payload"), new byte[] {0, -1, 7});
        shell.curl("produce", "orders", "@" + file, "--id", "bytes");
        assertThat(job("text").bytes()).asString().isEqualTo("it's \"so\" $HOME\n");
        assertThat(job("text").labels()).containsExactly("eu");
        assertThat(job("text").delay()).isEqualTo(Duration.ofHours(1));
        assertThat(job("json").contentType()).isEqualTo("application/json");
        assertThat(job("bytes").bytes()).containsExactly(0, -1, 7);
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
}
