package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as a process, and what signals do to it. */
@GrapeTest
@Tag("apart")
class CliProcessTest {
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());
    private static final int SIGINT = 130;
    private static final int SIGTERM = 143;
    private static final int JOBS = 6;

    /** Longer than a busy machine lets a process wait. */
    private static final Duration TTR = Duration.ofSeconds(6);

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String url;
    private final Grape grape;
    private final List<ProcessHandle> started = new ArrayList<>();

    @TempDir
    Path directory = Path.of("");

    CliProcessTest(TestBroker broker) {
        url = broker.uri().toString();
        grape = broker.client();
    }

    /** Also what a killed process leaves behind. */
    @AfterEach
    void end() {
        started.forEach(ProcessHandle::destroyForcibly);
    }

    private Process grape(String... args) throws IOException {
        Process process = start(List.of(), args);
        process.getOutputStream().close();
        return process;
    }

    private Process start(List<String> before, String... args) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                "target/grape-cli.jar"));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().put("GRAPE_URL", url);
        builder.environment().put("XDG_CONFIG_HOME", directory.toString());
        Process process = builder.start();
        started.add(process.toHandle());
        return process;
    }

    private String file(String name) throws IOException {
        return new String(Files.readAllBytes(directory.resolve(name)), UTF_8).strip();
    }

    /** A worker whose command waits for the file {@code go}. */
    private Process worker(String... more) throws Exception {
        grape.produce(TUBE, NewJob.of("x").id("a").ttr(TTR));
        List<String> args = new ArrayList<>(List.of(
                "consume",
                "orders",
                "--exec",
                "cd " + directory + "; echo $$ > pid; while [ ! -e go ]; do sleep 0.05; done"));
        args.addAll(List.of(more));
        Process worker = grape(args.toArray(String[]::new));
        await().atMost(PATIENCE)
                .until(() ->
                        Files.exists(directory.resolve("pid")) && !file("pid").isEmpty());
        started.add(ProcessHandle.of(Long.parseLong(file("pid"))).orElseThrow());
        return worker;
    }

    private Job<String> job() {
        return grape.peek(TUBE, "a").orElseThrow();
    }

    @Test
    void itsExitCodeIsThatOfTheWord() throws Exception {
        assertThat(grape("produce", "orders", "1", "--id", "one", "-o", "json").waitFor())
                .isZero();
        assertThat(file("out")).startsWith("{\"id\":\"one\",");
        assertThat(file("err")).isEmpty();
        assertThat(grape("peek", "orders", "other").waitFor()).isEqualTo(3);
        assertThat(file("err")).isEqualTo("grape: JOB_NOT_FOUND: there is no job 'other' in tube 'orders'");
        assertThat(grape("--version").waitFor()).isZero();
        assertThat(file("out")).matches("grape [0-9].*");
    }

    @Test
    void aKilledWorkersJobComesBack() throws Exception {
        Process worker = worker();
        worker.destroyForcibly().waitFor();
        await().atMost(PATIENCE).until(() -> job().state() == JobState.READY);
        assertThat(job().noe()).isEqualTo(1);
    }

    @Test
    void aTerminatedWorkerLetsItsCommandEnd() throws Exception {
        Process worker = worker();
        grape.produce(TUBE, NewJob.of("x").id("next"));
        worker.destroy();
        // It goes on renewing the lease.
        var lease = job().leaseUntil().orElseThrow();
        await().atMost(PATIENCE).until(() -> job().leaseUntil().orElseThrow().isAfter(lease.plusSeconds(1)));
        Files.createFile(directory.resolve("go"));
        assertThat(worker.waitFor()).isEqualTo(SIGTERM);
        assertThat(grape.peek(TUBE, "a")).isEmpty();
        assertThat(grape.peek(TUBE, "next").orElseThrow().noe()).isZero();
    }

    @Test
    void aTerminatedWorkerHandsBackWhatDoesNotEnd() throws Exception {
        Process worker = worker("--drain", "0s");
        worker.destroy();
        assertThat(worker.waitFor()).isEqualTo(SIGTERM);
        assertThat(job().state()).isEqualTo(JobState.READY);
        assertThat(job().noe()).isZero();
        assertThat(ProcessHandle.of(Long.parseLong(file("pid")))).isEmpty();
    }

    /** Ctrl-C goes to all processes of a terminal. */
    @Test
    void aCommandThatIsStoppedWithItsWorkerDoesNotCount() throws Exception {
        Process worker = worker();
        var lease = job().leaseUntil().orElseThrow();
        worker.destroy();
        await().atMost(PATIENCE).until(() -> job().leaseUntil().orElseThrow().isAfter(lease.plusSeconds(1)));
        ProcessHandle.of(Long.parseLong(file("pid"))).orElseThrow().destroy();
        assertThat(worker.waitFor()).isEqualTo(SIGTERM);
        assertThat(job().state()).isEqualTo(JobState.READY);
        assertThat(job().noe()).isZero();
    }

    /** A command may die of Ctrl-C before its worker knows of it. */
    @Test
    void ctrlCFailsNoJob() throws Exception {
        for (int i = 0; i < JOBS; i++) {
            grape.produce(TUBE, NewJob.of("x").id("j" + i).ttr(TTR).maxAttempts(1));
        }
        Process worker = start(
                // What runs the test may ignore the signal, which would be inherited.
                List.of("env", "--default-signal=INT", "setsid"),
                "consume",
                "orders",
                "--concurrency",
                String.valueOf(JOBS),
                "--exec",
                "echo $$ > " + directory + "/pid-$GRAPE_JOB_ID; exec sleep 1000");
        for (int i = 0; i < JOBS; i++) {
            String pid = "pid-j" + i;
            await().atMost(PATIENCE)
                    .until(() ->
                            Files.exists(directory.resolve(pid)) && !file(pid).isEmpty());
            started.add(ProcessHandle.of(Long.parseLong(file(pid))).orElseThrow());
        }
        assertThat(new ProcessBuilder("kill", "-INT", "--", "-" + worker.pid())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(worker.waitFor()).isEqualTo(SIGINT);
        assertThat(grape.list(TUBE, JobState.READY, 100, null).jobs())
                .hasSize(JOBS)
                .allMatch(job -> job.noe() == 0);
    }

    @Test
    void aLineOfAPipeIsProducedAtOnce() throws Exception {
        Process word = start(List.of(), "produce", "orders", "--lines");
        try (OutputStream to = word.getOutputStream()) {
            to.write("first\n".getBytes(UTF_8));
            to.flush();
            await().atMost(PATIENCE).until(() -> grape.tubes().status("orders").isPresent());
        }
        assertThat(word.waitFor()).isZero();
    }
}
