package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.cli.terminal.Terminal;
import io.grape.client.Acknowledgement;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code grape ls}, {@code kick}, {@code delete} and {@code explain}. */
@GrapeTest
class JobWordsTest {
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());

    private final Shell shell;
    private final Grape grape;

    JobWordsTest(TestBroker broker) {
        shell = Shell.of(broker.uri());
        grape = broker.client();
    }

    private void produce(String id, Duration delay) {
        grape.produce(TUBE, NewJob.of("x").id(id).delay(delay));
    }

    private void fail(String id) {
        produce(id, Duration.ZERO);
        Job<String> job = grape.take(TUBE, id);
        grape.acknowledge(TUBE.name(), Acknowledgement.bury(job, "broken"));
    }

    private List<String> ids(JobState state) {
        return grape.list(TUBE, state, 1000, null).jobs().stream().map(Job::id).toList();
    }

    @Test
    void lsWithoutATubeCounts() throws Exception {
        produce("r", Duration.ZERO);
        produce("d", Duration.ofHours(1));
        fail("f");
        grape.tubes().pause("orders", null, null);
        assertThat(shell.run("ls").ok().out()).isEqualTo("""
                        TUBE    READY  DELAYED  RETAINED  FAILED  GATED  PAUSED
                        orders  1      1        0         1       0      true
                        """);
        var json = shell.run("ls", "-o", "json").json();
        assertThat(json).hasSize(1);
        assertThat(json.path(0).path("failed").asInt()).isEqualTo(1);
        assertThat(json.path(0).path("paused").asBoolean()).isTrue();
        assertThat(shell.curl("ls")).contains("\"name\":\"orders\"");
    }

    @Test
    void lsShowsTheJobsOfATube() throws Exception {
        produce("r", Duration.ZERO);
        produce("d", Duration.ofHours(1));
        fail("f");
        assertThat(shell.run("ls", "orders", "-o", "json").json().findValuesAsText("id"))
                .containsExactly("r", "d", "f");
        assertThat(shell.run("ls", "orders", "--state", "failed").ok().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("ID  STATE   PRIORITY")
                .contains("REASON");
        assertThat(shell.run("ls", "orders", "--state", "failed", "-o", "ndjson")
                        .ok()
                        .lines())
                .singleElement()
                .asString()
                .contains("\"reason\":\"broken\"");
        assertThat(shell.curl("ls", "orders", "--state", "failed")).contains("broken");
    }

    @Test
    void anEmptyListIsADocument() {
        produce("r", Duration.ZERO);
        assertThat(shell.run("ls", "orders", "--state", "failed", "-o", "json")
                        .ok()
                        .out())
                .isEqualTo("[]\n");
        assertThat(shell.run("ls", "orders", "--state", "failed", "-o", "ndjson")
                        .ok()
                        .out())
                .isEmpty();
    }

    @Test
    void lsGoesOnUntilItsLimit() {
        grape.produceAll(
                TUBE,
                IntStream.range(0, 1205)
                        .mapToObj(i -> NewJob.of("x").id("j" + i))
                        .toList());
        assertThat(shell.run("ls", "orders", "-o", "ndjson").ok().lines()).hasSize(100);
        assertThat(shell.run("ls", "orders", "-o", "ndjson", "--limit", "1100")
                        .ok()
                        .lines())
                .hasSize(1100);
        assertThat(shell.run("ls", "orders", "-o", "ndjson", "--all").ok().lines())
                .hasSize(1205)
                .doesNotHaveDuplicates();
    }

    @Test
    void lsOfNoTube() {
        Shell.Result result = shell.run("ls", "nothing");
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).hasLineCount(1).startsWith("grape: TUBE_NOT_FOUND: ");
        assertThat(shell.run("ls", "--state", "ready").code()).isEqualTo(2);
        assertThat(shell.run("ls", "orders", "--all", "--limit", "1").code()).isEqualTo(2);
        assertThat(shell.run("ls", "orders", "--limit", "0").code()).isEqualTo(2);
    }

    @Test
    void failuresAreGroupedByTheirReason() throws Exception {
        fail("f");
        fail("g");
        assertThat(shell.run("failures", "orders").ok().out())
                .startsWith("COUNT  SIGNATURE  LAST AT")
                .containsPattern("(?m)^2 +broken ");
        assertThat(shell.run("failures", "orders", "-o", "json")
                        .json()
                        .path(0)
                        .path("sampleReason")
                        .asText())
                .isEqualTo("broken");
        assertThat(shell.curl("failures", "orders")).contains("\"signature\":\"broken\"");
        assertThat(shell.run("failures", "nothing").code()).isEqualTo(3);
    }

    @Test
    void kicksByIdAndByNumber() throws Exception {
        fail("f");
        produce("d", Duration.ofHours(1));
        produce("e", Duration.ofHours(1));
        assertThat(shell.run("kick", "orders", "f", "-o", "json").ok().out())
                .isEqualTo("{\"tube\":\"orders\",\"kicked\":1,\"ready\":0,\"notFound\":0,\"retained\":0}\n");
        assertThat(shell.run("kick", "orders", "--max", "1", "-o", "json").ok().out())
                .isEqualTo("{\"tube\":\"orders\",\"kicked\":1,\"ready\":0,\"notFound\":0,\"retained\":0}\n");
        assertThat(ids(JobState.READY)).hasSize(2);
        shell.curl("kick", "orders", "--max", "10");
        assertThat(ids(JobState.READY)).hasSize(3);
    }

    @Test
    void kicksAfterADelayAndFromStandardInput() {
        fail("f");
        fail("g");
        shell.type("f\ng\n", "kick", "orders", "-", "--delay", "1h").ok();
        assertThat(ids(JobState.DELAYED)).containsExactlyInAnyOrder("f", "g");
    }

    @Test
    void whatCannotBeKickedHasACode() {
        produce("r", Duration.ZERO);
        grape.take(TUBE, "r");
        assertThat(shell.run("kick", "orders", "other").code()).isEqualTo(3);
        assertThat(shell.run("kick", "orders", "r").code()).isEqualTo(4);
        assertThat(shell.run("kick", "orders").code()).isEqualTo(2);
        assertThat(shell.run("kick", "orders", "--max", "1", "--delay", "1s").code())
                .isEqualTo(2);
        assertThat(shell.run("kick", "orders", "--max", "1001").code()).isEqualTo(2);
    }

    @Test
    void explainSaysWhyAJobWaits() throws Exception {
        produce("d", Duration.ofHours(1));
        assertThat(shell.run("explain", "orders", "d").ok().out()).containsPattern("(?m)^reason +DELAYED$");
        assertThat(shell.run("explain", "orders", "d", "-o", "json").json())
                .isEqualTo(new ObjectMapper().readTree(shell.curl("explain", "orders", "d")));
        assertThat(shell.run("explain", "orders", "other").code()).isEqualTo(3);
    }

    @Test
    void lsEndsWhenNobodyReadsIt() {
        grape.produceAll(
                TUBE, IntStream.range(0, 2500).mapToObj(i -> NewJob.of("x")).toList());
        AtomicInteger lines = new AtomicInteger();
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                lines.addAndGet(b == '\n' ? 1 : 0);
                throw new IOException("Broken pipe");
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                write(bytes[from + count - 1]);
            }
        };
        int code = GrapeCli.run(
                new Terminal(InputStream.nullInputStream(), new PrintStream(closed), System.err, shell.env(), false),
                "ls",
                "orders",
                "--all",
                "-o",
                "ndjson");
        assertThat(code).isZero();
        assertThat(lines).hasValueBetween(1, 1000);
    }

    @Test
    void aPayloadDoesNotReachTheTerminal() {
        grape.produce(TUBE, NewJob.of("\u001b[2J\nforged  line").id("a"));
        assertThat(shell.run("ls", "orders").ok().lines())
                .hasSize(2)
                .last()
                .asString()
                .endsWith("\\u001b[2J\\u000aforged  line");
    }

    @Test
    void coloursAreForTerminals() {
        produce("a", Duration.ZERO);
        assertThat(shell.run("ls").ok().out()).doesNotContain("\u001b");
        assertThat(shell.interactive().run("ls").ok().out()).startsWith("\u001b[1mTUBE ");
        assertThat(shell.interactive().with("NO_COLOR", "1").run("ls").ok().out())
                .doesNotContain("\u001b");
    }
}
