package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an import remembers of an export that it did not import as a whole, and for whom. */
@GrapeTest
class ImportPositionTest {
    private static final Tube<String> ORDERS = Tube.of("orders", Codec.text());

    @TempDir
    Path directory;

    private Shell shell;

    @BeforeEach
    void start(TestBroker broker) {
        shell = Shell.of(broker.uri());
    }

    private Path file() {
        return directory.resolve("orders.ndjson");
    }

    private Path position() {
        return directory.resolve("orders.ndjson.position");
    }

    private void lines(int from, int to) throws IOException {
        Files.write(
                file(),
                IntStream.range(from, to)
                        .mapToObj(i -> "{\"id\":\"job-" + i + "\",\"payload\":" + i + "}")
                        .toList());
    }

    /** An export of two jobs that was cut off, and its import into this tube. */
    private void cutOff(Grape grape, String tube) throws IOException {
        grape.produce(ORDERS, NewJob.of("a").id("a"));
        grape.produce(ORDERS, NewJob.of("b").id("b"));
        grape.tubes().pause("orders", null, null);
        shell.run("export", "orders", "--out", file().toString()).ok();
        List<String> whole = Files.readAllLines(file());
        Files.write(file(), whole.subList(0, whole.size() - 1));
        assertThat(shell.run("import", tube, file().toString()).code()).isEqualTo(1);
        assertThat(position()).exists();
        Files.write(file(), whole);
    }

    private static long waiting(Grape grape, String tube) {
        return grape.tubes().status(tube).orElseThrow().counts().getOrDefault(JobState.READY, 0L);
    }

    @Test
    void anotherTubeBeginsAnew(Grape grape) throws IOException {
        cutOff(grape, "first");
        Shell.Result second = shell.run("import", "second", file().toString());
        assertThat(second.code()).isZero();
        assertThat(second.err()).contains("into tube first", "begins anew");
        assertThat(waiting(grape, "second")).isEqualTo(2);
        assertThat(position()).doesNotExist();
    }

    @Test
    void aTubeThatWasDeletedBeginsAnew(Grape grape) throws IOException {
        cutOff(grape, "first");
        grape.tubes().delete("first");
        Shell.Result again = shell.run("import", "first", file().toString());
        assertThat(again.err()).contains("of a tube that is no more");
        assertThat(waiting(grape, "first")).isEqualTo(2);
    }

    @Test
    void anotherBrokerBeginsAnew(TestBroker broker, Grape grape) throws IOException {
        cutOff(grape, "first");
        String other = "http://localhost:" + broker.uri().getPort();
        assertThat(other).isNotEqualTo(broker.uri().toString());
        Shell.Result again = Shell.of(other).run("import", "first", file().toString(), "-o", "json");
        assertThat(again.err()).contains("begins anew");
        assertThat(again.out()).contains("\"existed\":2");
    }

    @Test
    void anotherExportOfTheSameNameBeginsAnew(Grape grape) throws IOException {
        cutOff(grape, "first");
        lines(0, 20);
        Shell.Result again = shell.run("import", "first", file().toString(), "-o", "json");
        assertThat(again.err()).contains("of another export");
        assertThat(again.out()).contains("\"imported\":20");
        assertThat(position()).doesNotExist();
    }

    /** Its marks and its number of lines are the same. */
    @Test
    void anotherExportOfTheSameShapeBeginsAnew(Grape grape) throws IOException {
        cutOff(grape, "first");
        Files.writeString(file(), Files.readString(file()).replace("\"id\":\"a\"", "\"id\":\"c\""));
        assertThat(shell.run("import", "first", file().toString(), "-o", "json").out())
                .contains("\"imported\":1", "\"existed\":1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"lines\":",
                "null",
                "7",
                "{\"brokers\":null,\"tube\":\"there\",\"lines\":2,\"refused\":null}"
            })
    void whatCannotBeReadIsNoPosition(String text, Grape grape) throws IOException {
        lines(0, 2);
        Files.writeString(position(), text);
        assertThat(shell.run("import", "there", file().toString(), "-o", "json")
                        .ok()
                        .out())
                .contains("\"imported\":2");
    }

    @Test
    void refusedJobsAreTriedAgainAlone(Grape grape) throws IOException {
        grape.tubes().configure("there", TubeSettings.UNCHANGED.limits(TubeLimits.NONE.maxJobs(2)));
        lines(0, 4);
        Shell.Result full = shell.run("import", "there", file().toString(), "-o", "json");
        assertThat(full.code()).isEqualTo(5);
        assertThat(full.out()).contains("\"imported\":2", "\"failed\":2");
        assertThat(full.err()).contains("line 3: ", "line 4: ", "TUBE_FULL");
        JsonNode kept = new ObjectMapper().readTree(position().toFile());
        assertThat(Stream.of("brokers", "tube", "lines", "refused")).allMatch(kept::has);

        grape.tubes().configure("there", TubeSettings.UNCHANGED.limits(TubeLimits.NONE));
        Shell.Result rest = shell.run("import", "there", file().toString(), "-o", "json");
        assertThat(rest.code()).isZero();
        assertThat(rest.err()).contains("goes on behind line 4", "2 refused jobs");
        assertThat(rest.out()).contains("\"imported\":2", "\"existed\":0", "\"failed\":0");
        assertThat(waiting(grape, "there")).isEqualTo(4);
        assertThat(position()).doesNotExist();
    }

    @Test
    void whatTheBrokerDoesNotUnderstandIsToldByItsLine(Grape grape) throws IOException {
        Files.writeString(file(), "{\"id\":\"a\",\"payload\":1}\n{\"id\":\"b\",\"payload\":2,\"colour\":3}\n");
        Shell.Result result = shell.run("import", "there", file().toString());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .startsWith("grape: line 2: BAD_REQUEST: ")
                .contains("colour")
                .doesNotContain("item");
        assertThat(waiting(grape, "there")).isEqualTo(1);
    }

    @Test
    void otherBytesThanUtf8AreNotTaken(Grape grape) throws IOException {
        byte[] line = "{\"id\":\"ab\",\"payload\":\"xy\"}\n".getBytes(StandardCharsets.UTF_8);
        line[line.length - 5] = (byte) 0xc3;
        Files.write(file(), line);
        Shell.Result result = shell.run("import", "there", file().toString());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).isEqualTo("grape: " + file() + ", line 1: expected UTF-8, got other bytes\n");
        assertThat(shell.run("import", "there", directory.toString()).code()).isEqualTo(2);
    }

    @Test
    void aLineThatIsNoJobKeepsNoOtherBack(Grape grape) throws IOException {
        Files.writeString(file(), """
                {"id":"a","payload":1}
                {"id":"b","payload":1},{"id":"c","payload":1}
                {"id":"d","payload":1} {"id":"e","payload":1}
                garbage
                {"id":"f","payload":1}
                """);
        Shell.Result result = shell.run("import", "there", file().toString(), "-o", "json");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).contains("\"imported\":2", "\"failed\":3");
        assertThat(result.err().lines())
                .hasSize(3)
                .allMatch(line -> line.matches("grape: line [234]: BAD_REQUEST: expected a job .*"));
        Files.writeString(file(), "x\n".repeat(1_000));
        Shell.Result other = shell.run("import", "there", file().toString());
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("too many lines that are no jobs");
    }

    @Test
    void aJobThatIsTooBigKeepsNoOtherBack(Grape grape) throws IOException {
        lines(0, 2);
        String big = "{\"id\":\"big\",\"payload\":\"" + "x".repeat(17 << 20) + "\"}\n";
        Files.writeString(file(), big + Files.readString(file()));
        Shell.Result result = shell.run("import", "there", file().toString());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("grape: line 1: TOO_LARGE: ");
        assertThat(waiting(grape, "there")).isEqualTo(2);
    }

    /** Nobody wants a million warnings. */
    @Test
    void aCallThatIsRefusedAsAWholeIsTheLast(Grape grape) throws IOException {
        grape.tubes().configure("there", TubeSettings.UNCHANGED.limits(TubeLimits.NONE.maxJobs(1000)));
        lines(0, 3500);
        Shell.Result full = shell.run("import", "there", file().toString(), "-o", "json");
        assertThat(full.code()).isEqualTo(5);
        assertThat(full.err()).contains("and 990 more up to line 2000", "stops behind line 2000");
        assertThat(full.err().lines()).hasSize(12);

        grape.tubes().configure("there", TubeSettings.UNCHANGED.limits(TubeLimits.NONE));
        Shell.Result rest = shell.run("import", "there", file().toString(), "-o", "json");
        assertThat(rest.out()).contains("\"imported\":2500", "\"existed\":0", "\"failed\":0");
        assertThat(waiting(grape, "there")).isEqualTo(3500);
    }
}
