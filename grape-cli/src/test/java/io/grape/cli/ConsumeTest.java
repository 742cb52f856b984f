package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.cli.terminal.Terminal;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

/** {@code grape consume} without a command. */
@GrapeTest
class ConsumeTest {
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());

    private final Shell shell;
    private final Grape grape;

    ConsumeTest(TestBroker broker) {
        shell = Shell.of(broker.uri());
        grape = broker.client();
        for (String id : new String[] {"a", "b", "c"}) {
            grape.produce(TUBE, NewJob.of("of " + id).id(id));
        }
    }

    @Test
    void finishesWhatItPrinted() throws Exception {
        var json = shell.run("consume", "orders", "--max", "2", "-o", "json").json();
        assertThat(json.findValuesAsText("payload")).containsExactly("of a", "of b");
        assertThat(grape.peek(TUBE, "a")).isEmpty();
        assertThat(grape.peek(TUBE, "c").orElseThrow().state()).isEqualTo(JobState.READY);
        assertThat(shell.run("consume", "orders", "--raw").ok().out()).isEqualTo("of c\n");
    }

    @Test
    void nothingReadyIsNoError() {
        shell.run("consume", "orders", "--max", "10").ok();
        assertThat(shell.run("consume", "orders", "-o", "json").ok().out()).isEqualTo("[]\n");
        assertThat(shell.run("consume", "orders", "-o", "ndjson", "--wait", "10ms")
                        .ok()
                        .out())
                .isEmpty();
    }

    @Test
    void leavesThemUnfinishedIfAskedTo() throws Exception {
        var json = shell.run("consume", "orders", "--no-ack", "-o", "ndjson").json();
        assertThat(grape.peek(TUBE, "a").orElseThrow().lease().orElseThrow().toString())
                .isEqualTo(json.path("lease").asText());
    }

    @Test
    void handsBackWhatNobodyReads() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = GrapeCli.run(
                new Terminal(
                        InputStream.nullInputStream(),
                        new PrintStream(closed),
                        new PrintStream(err, true),
                        shell.env(),
                        false),
                "consume",
                "orders");
        assertThat(code).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("handed back");
        var job = grape.peek(TUBE, "a").orElseThrow();
        assertThat(job.state()).isEqualTo(JobState.READY);
        assertThat(job.noe()).isZero();
    }

    @Test
    void whatCurlPrintsTakesThem() throws Exception {
        assertThat(shell.curl("consume", "orders", "--max", "2", "--wait", "10ms"))
                .contains("\"id\":\"a\"", "\"id\":\"b\"");
        assertThat(grape.peek(TUBE, "a").orElseThrow().state()).isEqualTo(JobState.RETAINED);
    }

    @Test
    void optionsOfACommandNeedOne() {
        assertThat(shell.run("consume", "orders", "--once").code()).isEqualTo(2);
        assertThat(shell.run("consume", "orders", "--exec", "true", "--max", "1")
                        .code())
                .isEqualTo(2);
        assertThat(shell.run("consume", "orders", "--exec", "true", "--curl").code())
                .isEqualTo(2);
        assertThat(shell.run("consume", "orders", "--exec", "true", "--wait", "10ms")
                        .code())
                .isEqualTo(2);
        assertThat(shell.run("consume", "orders", "--max", "1001").code()).isEqualTo(2);
        assertThat(grape.peek(TUBE, "a").orElseThrow().noe()).isZero();
    }

    @Test
    void aPersonWhoWaitsIsToldOfAPause() {
        grape.tubes().pause("orders", null, null);
        assertThat(shell.interactive()
                        .run("consume", "orders", "--wait", "10ms")
                        .err())
                .isEqualTo("grape: tube orders is paused: nothing is delivered until it is resumed\n");
        shell.run("consume", "orders", "--wait", "10ms").ok();
    }
}
