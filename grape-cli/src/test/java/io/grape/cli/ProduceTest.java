package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code grape produce}. */
@GrapeTest
class ProduceTest {
    private static final Tube<byte[]> TUBE = Tube.of("orders", Codec.bytes());

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
                        "--expires-after",
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
}
