package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Checkpoint;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON may have white space around it. A producer's signature, for example, is over all bytes. */
@GrapeTest
@Tag("slow")
class PayloadBytesTest {
    private static final List<String> SPACED = List.of(
            " {\"a\": 1.10}",
            "{\"a\":1}\n",
            "\r\n\t[1,\n2]\t",
            "  \" x \"  ",
            " 1 ",
            "1",
            " null\n",
            " true ",
            " {} ",
            "\"é\" ");

    private static final Tube<byte[]> TUBE = Tube.of("orders", new Json());
    private static final Tube<byte[]> THERE = Tube.of("there", new Json());

    private final TestBroker broker;
    private final Shell shell;
    private final Grape grape;

    @TempDir
    Path directory = Path.of("");

    /** JSON, as the producer wrote it. */
    private record Json() implements Codec<byte[]> {
        @Override
        public String contentType() {
            return "application/json";
        }

        @Override
        public byte[] encode(byte[] payload) {
            return payload;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    }

    PayloadBytesTest(TestBroker broker) {
        this.broker = broker;
        shell = Shell.of(broker.uri());
        grape = broker.client();
    }

    @BeforeEach
    void produce() {
        for (int i = 0; i < SPACED.size(); i++) {
            grape.produce(TUBE, NewJob.of(SPACED.get(i).getBytes(UTF_8)).id("job-" + i));
        }
    }

    private static List<String> texts(List<Job<byte[]>> jobs) {
        return jobs.stream().map(job -> new String(job.bytes(), UTF_8)).toList();
    }

    @Test
    void jobsOfTheClientHaveTheBytesOfTheirPayload() {
        assertThat(texts(grape.list(TUBE, JobState.READY, 100, null).jobs())).isEqualTo(SPACED);
        assertThat(new String(grape.peek(TUBE, "job-0").orElseThrow().bytes(), UTF_8))
                .isEqualTo(SPACED.get(0));
        assertThat(texts(grape.consume(TUBE, 100, Duration.ZERO))).isEqualTo(SPACED);
    }

    @Test
    void jobsOfOneCallHaveTheBytesOfTheirPayload() {
        List<NewJob<byte[]>> jobs = new ArrayList<>();
        SPACED.forEach(text -> jobs.add(NewJob.of(text.getBytes(UTF_8))));
        grape.produceAll(THERE, jobs).forEach(result -> result.get());
        assertThat(texts(grape.consume(THERE, 100, Duration.ZERO))).isEqualTo(SPACED);
    }

    @Test
    void exportAndImportKeepTheBytes() throws IOException {
        grape.tubes().pause("orders", null, null);
        Path file = directory.resolve("jobs");
        shell.run("export", "orders", "--out", file.toString(), "-o", "ndjson").ok();
        assertThat(Files.readAllLines(file)).noneMatch(String::isBlank);
        shell.run("import", "there", file.toString(), "-o", "ndjson").ok();
        assertThat(texts(grape.list(THERE, JobState.READY, 100, null).jobs())).isEqualTo(SPACED);
    }

    @Test
    void checkpointsKeepTheirBytes() throws Exception {
        Job<byte[]> job = grape.consume(TUBE, 1, Duration.ZERO).get(0);
        // As a worker in another language may write it.
        HttpClient http = HttpClient.newHttpClient();
        String lease = job.lease().orElseThrow().toString();
        HttpResponse<String> released = http.send(
                HttpRequest.newBuilder(URI.create(
                                broker.uri() + "/v1/tubes/orders/jobs/" + job.id() + "/handover?lease=" + lease))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"contentType\":\"application/json\",\"checkpointBase64\":\""
                                        + Base64.getEncoder().encodeToString(" {\"page\": 7}\n".getBytes(UTF_8))
                                        + "\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(released.statusCode()).as(released.body()).isEqualTo(200);
        Checkpoint before =
                grape.peek(TUBE, job.id()).orElseThrow().checkpoint().orElseThrow();
        assertThat(new String(before.bytes(), UTF_8)).isEqualTo(" {\"page\": 7}\n");
        String lines = shell.run("export", "orders").out();
        shell.type(lines, "import", "there", "-").ok();
        assertThat(grape.peek(THERE, job.id())
                        .orElseThrow()
                        .checkpoint()
                        .orElseThrow()
                        .bytes())
                .isEqualTo(before.bytes());
    }

    @Test
    void commandsOfExecReadTheBytes() throws IOException {
        Shell.Result ran =
                shell.run("consume", "orders", "--wait", "1s", "--exec", "cat > " + directory + "/$GRAPE_JOB_ID");
        assertThat(ran.code()).as(ran.err()).isZero();
        for (int i = 0; i < SPACED.size(); i++) {
            assertThat(Files.readString(directory.resolve("job-" + i))).isEqualTo(SPACED.get(i));
        }
    }
}
