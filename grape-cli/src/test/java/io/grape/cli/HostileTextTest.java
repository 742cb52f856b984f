package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.grape.client.Codec;
import io.grape.client.GateMatch;
import io.grape.client.GateSettings;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What producers and files say must not take a terminal over. */
@GrapeTest
class HostileTextTest {
    /** Escape sequences begin with ESC, or with U+009B, U+009D and their like. */
    private static final String HOSTILE = "a\u001b[2Jb\u009b2Jc\u007f\u009d";

    /** Text in another order, and characters that are not seen: of a job {@code a} this makes another. */
    private static final String HIDDEN = "x\u202ey\u200bz\u2066\ufeff\u2028\u3164\udb40\udc41";

    @TempDir
    Path directory;

    private static void assertHarmless(Shell.Result result) {
        assertThat(result.out() + result.err())
                .isNotEmpty()
                .matches(text -> text.codePoints().noneMatch(c -> c != '\n' && isHidden(c)));
    }

    private static boolean isHidden(int point) {
        return Character.isISOControl(point)
                || Character.getType(point) == Character.FORMAT
                || HIDDEN.codePoints().anyMatch(hidden -> hidden == point && point > 'z');
    }

    /** What a terminal is sent while a word of all kinds shows what others named. */
    @Test
    void hiddenCharactersAreEscapedOnEveryPath(TestBroker broker, Grape grape) throws Exception {
        Shell shell = Shell.of(broker.uri());
        grape.produce(Tube.of("t", Codec.text()), NewJob.of(HOSTILE + HIDDEN).id(HIDDEN));
        for (String format : List.of("table", "json", "ndjson")) {
            assertHarmless(shell.run("ls", "t", "-o", format));
            assertHarmless(shell.run("peek", "t", HIDDEN, "-o", format));
            assertHarmless(shell.run("peek", "t", HIDDEN + "2", "-o", format));
            assertHarmless(shell.run("produce", "t", "x", "--id", HIDDEN + format, "-o", format));
        }
        assertHarmless(shell.run("consume", "t", "--max", "9", "--no-ack"));
        assertHarmless(shell.run("peek", "t", HIDDEN, "--curl"));
        assertHarmless(shell.run("produce", "t", HOSTILE + HIDDEN, "--curl"));
        assertHarmless(shell.run("ls", HIDDEN));
        assertHarmless(shell.run("--" + HIDDEN));
        assertThat(shell.curl("peek", "t", HIDDEN)).contains("\"id\"");
        Path file = directory.resolve("f");
        Files.writeString(file, "tubes: {t: {gates: {}}}\n");
        grape.tubes()
                .gates("t")
                .put("g", GateSettings.hold(GateMatch.label("eu")).reason(HIDDEN));
        assertHarmless(shell.interactive().type("n\n", "apply", "-f", file.toString(), "--prune"));
        assertHarmless(shell.run("gate", "ls", "t"));
    }

    /** A broker, or what stands before it, may be somebody else's. */
    @Test
    void tailEscapesWhatABrokerSends() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        String data = mapper.writeValueAsString(
                Map.of("name", HOSTILE + HIDDEN, "counts", Map.of("ready", HOSTILE + HIDDEN)));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(("event: tube:t\ndata: " + data + "\n\n").getBytes(UTF_8));
            }
        });
        server.start();
        try {
            Shell shell = Shell.of("http://127.0.0.1:" + server.getAddress().getPort());
            for (String format : List.of("table", "json", "ndjson")) {
                Shell.Result result = shell.run("tail", "t", "--count", "1", "-o", format);
                assertThat(result.out()).as(format + result.err()).isNotEmpty();
                assertHarmless(result);
            }
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatAJobSays(TestBroker broker, Grape grape) {
        Shell shell = Shell.of(broker.uri());
        grape.produce(Tube.of("t", Codec.text()), NewJob.of(HOSTILE).id("a").header("h", "x"));
        for (String format : List.of("table", "json", "ndjson")) {
            assertHarmless(shell.run("ls", "t", "-o", format));
            assertHarmless(shell.run("peek", "t", "a", "-o", format));
        }
        grape.tubes().pause("t", null, HOSTILE);
        assertHarmless(shell.run("explain", "t", "a"));
    }

    @Test
    void whatAFileSays(TestBroker broker) throws IOException {
        Shell shell = Shell.of(broker.uri());
        Path file = directory.resolve("f");
        Files.writeString(file, "{\"" + HOSTILE + "\n");
        assertHarmless(shell.run("import", "t", file.toString()));
        Files.writeString(file, "tubes:\n  t:\n    \"a\\e[2J\\x9b\": 1\n");
        assertHarmless(shell.run("apply", "-f", file.toString()));
        Files.writeString(file, "tubes:\n  t:\n    paused: {reason: \"a\\e[2J\\x9b\"}\n    gates: {g: {all: true}}\n");
        assertHarmless(shell.run("apply", "-f", file.toString()));
    }

    @Test
    void aFileWithoutAnEnd(TestBroker broker) throws IOException {
        Path file = directory.resolve("deep.yaml");
        Files.writeString(file, "tubes: " + "{a: ".repeat(100_000));
        Shell.Result result = Shell.of(broker.uri()).run("apply", "-f", file.toString());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("nested too deep").hasLineCount(1);
    }
}
