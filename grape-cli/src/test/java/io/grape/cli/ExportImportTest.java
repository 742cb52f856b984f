package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.AckLevel;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code grape export} and {@code grape import}: into another tube, which is as good as another broker. */
@GrapeTest
class ExportImportTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());
    private static final Tube<String> JSON = Tube.of("orders", Codec.json(String.class));
    private static final Tube<byte[]> THERE = Tube.of("there", Codec.bytes());
    private static final int MILLION = 1_000_000;

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("orders.ndjson");
    }

    private static void produceSome(Grape grape) {
        grape.produce(TUBE, NewJob.of("a\nb").id("failed"));
        grape.produce(TUBE, NewJob.of("x").id("tried").key("ann").labels("eu").header("trace", "7"));
        List<Job<String>> held = grape.consume(TUBE, 2, Duration.ZERO);
        held.forEach(job -> grape.acknowledge(
                "orders",
                job.id().equals("failed")
                        ? new Acknowledgement.Bury(job.id(), job.lease().orElseThrow(), "no such mailbox", null)
                        : new Acknowledgement.Release(job.id(), job.lease().orElseThrow(), Duration.ofHours(1), null)));
        grape.produce(
                TUBE, NewJob.of("soon").id("ready").priority(3).maxAttempts(7).dedup(Duration.ofHours(1)));
        grape.produce(JSON, NewJob.of("later").id("delayed").debounce(Duration.ofHours(1), Duration.ofDays(1)));
        grape.tubes().pause("orders", null, null);
    }

    /** What of a job must be the same. */
    private static Map<String, String> facts(Grape grape, String tube) {
        Tube<byte[]> of = Tube.of(tube, Codec.bytes());
        Map<String, String> all = new TreeMap<>();
        for (JobState state : List.of(JobState.DELAYED, JobState.READY, JobState.FAILED)) {
            grape.list(of, state, 100, null)
                    .jobs()
                    .forEach(job -> all.put(
                            job.id(),
                            String.join(
                                    " ",
                                    job.state().wireName(),
                                    new String(job.bytes(), UTF_8),
                                    job.contentType(),
                                    job.headers().toString(),
                                    job.key().toString(),
                                    job.labels().toString(),
                                    job.priority() + " " + job.noe() + " " + job.maxAttempts() + " " + job.ttr(),
                                    job.createdAt().toString(),
                                    job.expiresAt().toString(),
                                    job.dedup().toString(),
                                    job.debounceUntil().toString(),
                                    job.checkpoint()
                                            .map(left -> new String(left.bytes(), UTF_8))
                                            .toString(),
                                    job.state() == JobState.FAILED
                                            ? ""
                                            : job.dueAt().toString(),
                                    job.failedAt().toString(),
                                    job.reason().toString())));
        }
        return all;
    }

    @Test
    void everyJobIsThereAsItWas(TestBroker broker, Grape grape) throws IOException {
        produceSome(grape);
        Shell shell = Shell.of(broker.uri());
        JsonNode exported = shell.run("export", "orders", "--out", file().toString(), "-o", "json")
                .json();
        assertThat(exported).isEqualTo(MAPPER.readTree("{\"tube\":\"orders\",\"exported\":4}"));
        JsonNode imported =
                shell.run("import", "there", file().toString(), "-o", "json").json();
        assertThat(imported)
                .isEqualTo(MAPPER.readTree("{\"tube\":\"there\",\"imported\":4,\"existed\":0,\"failed\":0}"));
        assertThat(facts(grape, "there")).isEqualTo(facts(grape, "orders")).hasSize(4);
        assertThat(shell.run("import", "there", file().toString(), "-o", "json").json())
                .isEqualTo(MAPPER.readTree("{\"tube\":\"there\",\"imported\":0,\"existed\":4,\"failed\":0}"));
    }

    @Test
    void aPipeDoesBoth(TestBroker broker, Grape grape) {
        produceSome(grape);
        Shell shell = Shell.of(broker.uri());
        String lines = shell.run("export", "orders").ok().out();
        assertThat(shell.type(lines, "import", "there", "-", "-o", "json").ok().out())
                .contains("\"imported\":4");
        assertThat(facts(grape, "there")).isEqualTo(facts(grape, "orders"));
    }

    @Test
    void anExportThatWasCutOffGoesOn(TestBroker broker, Grape grape) throws IOException {
        grape.produceAll(
                TUBE,
                IntStream.range(0, 2500)
                        .mapToObj(i -> NewJob.of("x").id("job-" + i))
                        .toList(),
                AckLevel.DISK);
        grape.tubes().pause("orders", null, null);
        Shell shell = Shell.of(broker.uri());
        shell.run("export", "orders", "--out", file().toString()).ok();
        List<String> whole = Files.readAllLines(file());
        // Within the second page.
        Files.writeString(file(), String.join("\n", whole.subList(0, 1500)) + "\n{\"id\":\"job-1");
        assertThat(shell.run("import", "there", file().toString()).code()).isEqualTo(2);
        shell.run("export", "orders", "--out", file().toString(), "--resume").ok();
        assertThat(Files.readAllLines(file())).isEqualTo(whole);
        assertThat(shell.run("export", "orders", "--out", file().toString(), "--resume", "-o", "json")
                        .json()
                        .path("exported")
                        .asInt())
                .isEqualTo(2500);
        assertThat(Files.readAllLines(file())).isEqualTo(whole);
        assertThat(shell.run("export", "orders", "--out", file().toString()).code())
                .isEqualTo(2);
    }

    /** A disk that is full and a power cut leave any part of a file. */
    @Test
    void anExportGoesOnWhereverItWasCutOff(TestBroker broker, Grape grape) throws IOException {
        for (String id : List.of("中", "b")) {
            grape.produce(TUBE, NewJob.of("中").id(id));
        }
        grape.tubes().pause("orders", null, null);
        Shell shell = Shell.of(broker.uri());
        shell.run("export", "orders", "--out", file().toString()).ok();
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            shell.run("export", "orders", "--out", file().toString(), "--resume")
                    .ok();
            assertThat(Files.readAllBytes(file())).as("cut off at " + length).isEqualTo(whole);
        }
    }

    @Test
    void onlyAnExportOfTheSameTubeGoesOn(TestBroker broker, Grape grape) throws IOException {
        produceSome(grape);
        grape.produce(THERE, NewJob.of(new byte[1]));
        Shell shell = Shell.of(broker.uri());
        Files.writeString(file(), "precious\n");
        Shell.Result none = shell.run("export", "orders", "--out", file().toString(), "--resume");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("which is none");
        assertThat(file()).hasContent("precious");
        Files.delete(file());
        shell.run("export", "orders", "--out", file().toString()).ok();
        String whole = Files.readString(file());
        Shell.Result other = shell.run("export", "there", "--out", file().toString(), "--resume");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("expected an export of tube there, got one of orders");
        assertThat(file()).hasContent(whole);
        assertThat(shell.run("export", "orders", "--out", "/dev/full", "--resume")
                        .code())
                .isEqualTo(2);
    }

    /** A producer may send what the client does not read into objects. */
    @Test
    void jsonOfAnyShapeMoves(TestBroker broker, Grape grape) throws IOException {
        List<String> odd = List.of(
                "[".repeat(900) + "]".repeat(900),
                "9".repeat(2000),
                "{\"" + "n".repeat(60_000) + "\":1e400}",
                "{\"a\":1,\"a\":2,\"id\":\"inner\"}",
                "\"\u2028\\u0000\"");
        Shell shell = Shell.of(broker.uri());
        for (String json : odd) {
            String id = "job-" + odd.indexOf(json);
            shell.type(json, "produce", "orders", "-", "--type", "application/json", "--id", id)
                    .ok();
        }
        grape.tubes().pause("orders", null, null);
        shell.run("export", "orders", "--out", file().toString()).ok();
        shell.run("import", "there", file().toString()).ok();
        for (String json : odd) {
            assertThat(grape.peek(THERE, "job-" + odd.indexOf(json))
                            .orElseThrow()
                            .bytes())
                    .asString(UTF_8)
                    .isEqualTo(json);
        }
    }

    @Test
    void aLineThatIsLostIsMissed(TestBroker broker, Grape grape) throws IOException {
        produceSome(grape);
        Shell shell = Shell.of(broker.uri());
        shell.run("export", "orders", "--out", file().toString()).ok();
        List<String> lines = new ArrayList<>(Files.readAllLines(file()));
        lines.removeIf(line -> line.contains("\"id\":\"tried\""));
        Files.write(file(), lines);
        Shell.Result result = shell.run("import", "there", file().toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("its end says 4 jobs, and it has 3");
    }

    /** The one was released beyond its time, the other was handed back in it. */
    @Test
    void jobsThatWereBegunDoNotExpireElsewhere(TestBroker broker, Grape grape) throws IOException {
        Instant soon = Instant.now();
        grape.produce(TUBE, NewJob.of("x").id("released").expiresAt(soon.plusSeconds(3)));
        grape.produce(TUBE, NewJob.of("x").id("back").expiresAt(soon.plusSeconds(3)));
        for (Job<String> job : grape.consume(TUBE, 2, Duration.ZERO)) {
            grape.acknowledge(
                    "orders",
                    job.id().equals("back")
                            ? new Acknowledgement.HandBack(job.id(), job.lease().orElseThrow(), Duration.ZERO)
                            : new Acknowledgement.Release(
                                    job.id(), job.lease().orElseThrow(), Duration.ofHours(1), null));
        }
        grape.tubes().pause("orders", null, null);
        await().until(() -> Instant.now().isAfter(soon.plusSeconds(4)));
        Shell shell = Shell.of(broker.uri());
        shell.run("export", "orders", "--out", file().toString()).ok();
        shell.run("import", "there", file().toString()).ok();
        assertThat(grape.consume(THERE, 2, Duration.ZERO)).extracting(Job::id).containsExactly("back");
        assertThat(grape.peek(THERE, "released")).isPresent();
    }

    @Test
    void anImportThatWasCutOffGoesOn(TestBroker broker, Grape grape) throws IOException {
        produceSome(grape);
        Shell shell = Shell.of(broker.uri());
        shell.run("export", "orders", "--out", file().toString()).ok();
        String whole = Files.readString(file());
        int cutAt = whole.indexOf("\"id\":\"failed\"") + 30;
        Files.writeString(file(), whole.substring(0, cutAt));
        Shell.Result cut = shell.run("import", "there", file().toString());
        assertThat(cut.code()).isEqualTo(2);
        assertThat(cut.err()).contains("no complete export");
        shell.run("export", "orders", "--out", file().toString(), "--resume").ok();
        assertThat(file()).hasContent(whole);
        Shell.Result rest = shell.run("import", "there", file().toString());
        assertThat(rest.code()).isZero();
        long lastMark = 1
                + whole.substring(0, whole.lastIndexOf("{\"mark\"", cutAt))
                        .lines()
                        .count();
        assertThat(rest.err())
                .isEqualTo("grape: goes on behind line " + lastMark + ", and tries 1 refused jobs again\n");
        assertThat(facts(grape, "there")).isEqualTo(facts(grape, "orders"));
        assertThat(directory).isDirectoryContaining("glob:**orders.ndjson").isDirectoryNotContaining("glob:**position");
    }

    /** Such as another system's jobs. */
    @Test
    void linesWithoutMarksAreJobs(TestBroker broker, Grape grape) throws IOException {
        Files.writeString(file(), "{\"id\":\"a\",\"payload\":1}\n\n{\"id\":\"b\",\"payload\":2,\"attempt\":2}\n");
        Shell shell = Shell.of(broker.uri());
        shell.run("import", "there", file().toString()).ok();
        assertThat(grape.peek(THERE, "b").orElseThrow().noe()).isEqualTo(2);
        Files.writeString(file(), "{\"payload\":1}\n");
        assertThat(shell.run("import", "there", file().toString()).err())
                .contains("line 1: BAD_REQUEST: expected a job with an id");
    }

    @Test
    void whoIsAwayIsSaid(TestBroker broker) {
        assertThat(Shell.of(broker.uri()).run("export", "none").code()).isEqualTo(3);
        assertThat(Shell.of(broker.uri()).run("import", "there", "/nonexistent").code())
                .isEqualTo(2);
        assertThat(Shell.of("http://127.0.0.1:1")
                        .run("export", "orders", "--timeout", "1s")
                        .code())
                .isEqualTo(6);
    }

    @Test
    void aTubeThatIsNotPausedIsWarnedOf(TestBroker broker, Grape grape) {
        grape.produce(TUBE, NewJob.of("x"));
        assertThat(Shell.of(broker.uri()).run("export", "orders").err()).contains("is not paused");
    }

    @Tag("long")
    @Test
    void aMillionJobsMoveAndNoneIsLost(TestBroker broker, Grape grape) {
        Instant due = Instant.parse("2099-01-31T09:30:00Z");
        for (int chunk = 0; chunk < MILLION; chunk += 1000) {
            List<NewJob<String>> jobs = new ArrayList<>();
            for (int i = chunk; i < chunk + 1000; i++) {
                jobs.add(NewJob.of("x").id("job-" + i).at(due.plusMillis(i % 5000)));
            }
            grape.produceAll(TUBE, jobs)
                    .forEach(result -> assertThat(result.get().created()).isTrue());
        }
        grape.tubes().pause("orders", null, null);
        Shell shell = Shell.of(broker.uri());
        long begun = System.nanoTime();
        shell.run("export", "orders", "--out", file().toString()).ok();
        long exported = System.nanoTime();
        assertThat(shell.run("import", "there", file().toString(), "-o", "json")
                        .ok()
                        .out())
                .contains("\"imported\":" + MILLION, "\"failed\":0");
        System.out.println("a million jobs: exported in " + Duration.ofNanos(exported - begun) + ", imported in "
                + Duration.ofNanos(System.nanoTime() - exported));
        assertThat(grape.tubes().status("there").orElseThrow().counts())
                .containsEntry(JobState.DELAYED, (long) MILLION);
        Job<byte[]> one = grape.peek(THERE, "job-123456").orElseThrow();
        assertThat(one.dueAt()).contains(due.plusMillis(123_456 % 5000));
    }

    @Test
    void onlyTheOwnerCanReadAnExport(TestBroker broker, Grape grape) throws IOException {
        produceSome(grape);
        grape.tubes().pause("orders", null, null);
        Shell shell = Shell.of(broker.uri());
        shell.run("export", "orders", "--out", file().toString()).ok();
        assertThat(Files.getPosixFilePermissions(file())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        Path resumed = directory.resolve("resumed");
        Files.createFile(resumed, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        shell.run("export", "orders", "--out", resumed.toString(), "--resume").ok();
        assertThat(Files.getPosixFilePermissions(resumed)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(resumed).hasSameTextualContentAs(file());
    }

    /** Somebody else may have put it into a directory of several users. */
    @Test
    void anExportNeverGoesThroughALink(TestBroker broker, Grape grape) throws IOException {
        produceSome(grape);
        Shell shell = Shell.of(broker.uri());
        Path precious = Files.createFile(directory.resolve("precious"));
        Path nothing = directory.resolve("nothing");
        for (Path target : List.of(precious, nothing)) {
            Path link = Files.createSymbolicLink(directory.resolve("link-to-" + target.getFileName()), target);
            for (List<String> more : List.of(List.<String>of(), List.of("--resume"))) {
                List<String> words = new ArrayList<>(List.of("export", "orders", "--out", link.toString()));
                words.addAll(more);
                Shell.Result result = shell.run(words.toArray(String[]::new));
                assertThat(result.code()).as(words.toString()).isEqualTo(2);
                assertThat(link).isSymbolicLink();
            }
        }
        assertThat(precious).isEmptyFile();
        assertThat(nothing).doesNotExist();
    }

    @Test
    void thePositionOfAnImportNeverGoesThroughALink(TestBroker broker, Grape grape) throws IOException {
        produceSome(grape);
        Shell shell = Shell.of(broker.uri());
        shell.run("export", "orders", "--out", file().toString());
        Files.writeString(file(), "{\"nonsense\":1}\n", StandardOpenOption.APPEND);
        Path precious = Files.writeString(directory.resolve("precious"), "precious");
        Path part = file().resolveSibling(file().getFileName() + ".position.part");
        Files.createSymbolicLink(part, precious);
        assertThat(shell.run("import", "there", file().toString()).code()).isEqualTo(2);
        assertThat(precious).hasContent("precious");
        assertThat(Files.getPosixFilePermissions(file().resolveSibling(file().getFileName() + ".position")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
}
