package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.RetrySettings;
import io.grape.client.Tube;
import io.grape.client.TubeSettings;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code grape consume --exec}. */
@GrapeTest
@Tag("slow")
class ExecTest {
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());

    /** Longer than a busy machine lets a process wait. */
    private static final Duration TTR = Duration.ofSeconds(6);

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Shell shell;
    private final Grape grape;

    @TempDir
    Path directory = Path.of("");

    ExecTest(TestBroker broker) {
        shell = Shell.of(broker.uri());
        grape = broker.client();
    }

    private void produce(NewJob<String> job) {
        grape.produce(TUBE, job);
    }

    private Job<String> job(String id) {
        return grape.peek(TUBE, id).orElseThrow();
    }

    private String file(String name) throws IOException {
        return Files.readString(directory.resolve(name)).strip();
    }

    /** Runs a command on one job, beside the test. */
    private CompletableFuture<Shell.Result> beside(String command) {
        return CompletableFuture.supplyAsync(() -> shell.run("consume", "orders", "--once", "--exec", command));
    }

    /** The process of a command that wrote its number into the file {@code pid}. */
    private ProcessHandle child() {
        await().atMost(PATIENCE)
                .until(() ->
                        Files.exists(directory.resolve("pid")) && !file("pid").isEmpty());
        try {
            return ProcessHandle.of(Long.parseLong(file("pid"))).orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void hasEnded(ProcessHandle process) {
        await().atMost(PATIENCE).until(() -> !process.isAlive());
    }

    @Test
    void exitCode0Finishes() throws Exception {
        produce(NewJob.of("the payload").id("o 1").key("acme").labels("eu", "trial"));
        Shell.Result result = shell.run(
                "consume",
                "orders",
                "--once",
                "--exec",
                "cd " + directory + " && cat > payload && env | grep ^GRAPE_ | sort > env");
        result.ok();
        assertThat(file("payload")).isEqualTo("the payload");
        assertThat(file("env").replaceAll("(GRAPE_LEASE|GRAPE_DUE_AT)=.+", "$1=…"))
                .isEqualTo("""
                        GRAPE_ATTEMPT=1
                        GRAPE_CONTENT_TYPE=text/plain;charset=utf-8
                        GRAPE_DUE_AT=…
                        GRAPE_JOB_ID=o 1
                        GRAPE_KEY=acme
                        GRAPE_LABELS=eu,trial
                        GRAPE_LEASE=…
                        GRAPE_MAX_ATTEMPTS=20
                        GRAPE_PRIORITY=1024
                        GRAPE_TUBE=orders
                        GRAPE_URL=""" + shell.env().get("GRAPE_URL"));
        assertThat(grape.peek(TUBE, "o 1")).isEmpty();
    }

    @Test
    void exitCode75Releases() {
        produce(NewJob.of("x").id("a"));
        Shell.Result result = shell.run("consume", "orders", "--once", "--exec", "exit 75");
        assertThat(result.code()).isZero();
        assertThat(result.err()).matches("grape: orders/a: exit code 75, released for [0-9]s([0-9]+ms)?\n");
        assertThat(job("a").state()).isEqualTo(JobState.DELAYED);
        assertThat(job("a").noe()).isEqualTo(1);
        assertThat(job("a").delay()).isBetween(Duration.ofMillis(2500), Duration.ofSeconds(5));
    }

    @Test
    void aCountIsOneOrMore() {
        assertThat(shell.run("consume", "orders", "--count", "0", "--exec", "true")
                        .err())
                .isEqualTo("grape: --count: expected 1 or more, got 0\n");
        assertThat(shell.run("consume", "orders", "--once", "--count", "3", "--exec", "true")
                        .code())
                .isEqualTo(2);
        assertThat(shell.run("tail", "--count", "0").code()).isEqualTo(2);
    }

    @Test
    void theTubeSaysWhenAJobComesAgain() {
        grape.tubes().configure("orders", TubeSettings.UNCHANGED.retry(RetrySettings.fixed(Duration.ofMinutes(7))));
        produce(NewJob.of("x").id("a"));
        Shell.Result result = shell.run("consume", "orders", "--once", "--exec", "exit 1");
        assertThat(result.err()).isEqualTo("grape: orders/a: exit code 1, released, as the tube says\n");
        assertThat(job("a").delay()).isEqualTo(Duration.ofMinutes(7));
        produce(NewJob.of("x").id("b"));
        shell.run("consume", "orders", "--once", "--backoff", "2s", "--exec", "exit 1");
        assertThat(job("b").delay()).isLessThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void exitCode75AtTheLastAttemptSpendsThem() {
        produce(NewJob.of("x").id("a").maxAttempts(1));
        Shell.Result result = shell.run("consume", "orders", "--once", "--exec", "echo later >&2; exit 75");
        assertThat(result.err()).endsWith("grape: orders/a: exit code 75, its attempts are spent\n");
        assertThat(job("a").state()).isEqualTo(JobState.FAILED);
        assertThat(job("a").reason().orElse("")).doesNotContain("later");
    }

    @Test
    void otherCodesReleaseAndBuryAtTheLastAttempt(TestBroker broker) {
        produce(NewJob.of("x").id("a").maxAttempts(2));
        String command = "echo at first >&2; echo no such mailbox >&2; echo >&2; exit 1";
        Shell.Result first = shell.run("consume", "orders", "--once", "--backoff", "1h", "--exec", command);
        assertThat(first.err()).startsWith("at first\nno such mailbox\n").contains("exit code 1, released for ");
        assertThat(job("a").state()).isEqualTo(JobState.DELAYED);
        assertThat(job("a").delay()).isBetween(Duration.ofMinutes(30), Duration.ofHours(1));

        broker.advance(Duration.ofHours(1));
        Shell.Result second = shell.run("consume", "orders", "--once", "--exec", command);
        assertThat(second.err()).endsWith("grape: orders/a: exit code 1, buried\n");
        assertThat(job("a").state()).isEqualTo(JobState.FAILED);
        assertThat(job("a").reason()).contains("no such mailbox");
    }

    @Test
    void withoutAMessageTheReasonIsTheCode() {
        produce(NewJob.of("x").id("a").maxAttempts(1));
        assertThat(shell.run("consume", "orders", "--once", "--exec", "exit 3").code())
                .isZero();
        assertThat(job("a").reason()).contains("exit code 3");
    }

    @Test
    void aLostLeaseStopsTheCommandAndWhatItStarted() throws Exception {
        produce(NewJob.of("x").id("a").ttr(TTR));
        CompletableFuture<Shell.Result> word = beside("cd " + directory + "; sh -c 'echo $$ > pid; sleep 1000'; true");
        ProcessHandle child = child();
        grape.forceDelete(TUBE, "a");
        hasEnded(child);
        assertThat(word.get().err()).startsWith("grape: orders/a: its lease is lost, the command was stopped\n");
    }

    @Test
    void aLostLeaseKillsWhatIgnoresTheSignal() throws Exception {
        produce(NewJob.of("x").id("a").ttr(TTR));
        CompletableFuture<Shell.Result> word = beside(
                "cd " + directory + "; sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 0.1; done'; true");
        ProcessHandle child = child();
        try {
            grape.forceDelete(TUBE, "a");
            hasEnded(child);
            assertThat(word.get().err()).startsWith("grape: orders/a: its lease is lost, the command was stopped\n");
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void aLeaseIsKeptWhileTheCommandRuns() throws Exception {
        produce(NewJob.of("x").id("a").ttr(TTR));
        CompletableFuture<Shell.Result> word =
                beside("cd " + directory + "; echo $$ > pid; while [ ! -e go ]; do sleep 0.05; done");
        var unused = child();
        var lease = job("a").leaseUntil().orElseThrow();
        await().atMost(PATIENCE).until(() -> job("a").leaseUntil().orElseThrow().isAfter(lease.plusSeconds(1)));
        Files.createFile(directory.resolve("go"));
        word.get().ok();
        assertThat(grape.peek(TUBE, "a")).isEmpty();
    }

    @Test
    void aCancelledJobIsBuried() throws Exception {
        produce(NewJob.of("x").id("a").ttr(TTR));
        CompletableFuture<Shell.Result> word = beside("cd " + directory + "; echo $$ > pid; exec sleep 1000");
        ProcessHandle child = child();
        grape.cancel(TUBE, "a", "not wanted");
        hasEnded(child);
        assertThat(word.get().code()).isZero();
        assertThat(job("a").state()).isEqualTo(JobState.FAILED);
        assertThat(job("a").reason()).contains("cancelled: not wanted");
    }

    @Test
    void aCommandNeedNotReadItsInput() {
        produce(NewJob.of("x".repeat(900_000)).id("a"));
        shell.run("consume", "orders", "--once", "--exec", "exit 0").ok();
        assertThat(grape.peek(TUBE, "a")).isEmpty();
    }

    @Test
    void endsAfterSoManyJobs() {
        grape.produceAll(TUBE, List.of(NewJob.of("1"), NewJob.of("2"), NewJob.of("3"), NewJob.of("4"), NewJob.of("5")));
        shell.run(
                        "consume",
                        "orders",
                        "--count",
                        "3",
                        "--concurrency",
                        "2",
                        "--exec",
                        "cat > " + directory + "/$GRAPE_JOB_ID")
                .ok();
        assertThat(directory.toFile().list()).hasSize(3);
        List<Job<String>> left = grape.list(TUBE, JobState.READY, 10, null).jobs();
        assertThat(left).hasSize(2).allMatch(job -> job.noe() == 0);
    }

    @Test
    void endsWhenNoJobCame() {
        grape.produceAll(TUBE, List.of(NewJob.of("1"), NewJob.of("2")));
        shell.run("consume", "orders", "--wait", "1s", "--exec", "true").ok();
        assertThat(grape.list(TUBE, JobState.READY, 10, null).jobs()).isEmpty();
    }

    @Test
    void withAWaitABrokerMustBeThere() {
        Shell.Result result = Shell.of("http://127.0.0.1:1")
                .run("consume", "orders", "--wait", "1s", "--timeout", "1s", "--exec", "true");
        assertThat(result.code()).isEqualTo(6);
        assertThat(result.err()).hasLineCount(1);
    }

    @Test
    void aCommandThatCallsGrapeHasTheToken() throws Exception {
        produce(NewJob.of("x").id("a"));
        shell.run(
                        "consume",
                        "orders",
                        "--once",
                        "--token",
                        "secret",
                        "--exec",
                        "echo $GRAPE_TOKEN > " + directory.resolve("token"))
                .ok();
        assertThat(file("token")).isEqualTo("secret");
    }

    @Test
    void aPausedTubeIsTold() {
        produce(NewJob.of("x").id("a"));
        grape.tubes().pause("orders", null, null);
        Shell.Result result = shell.run("consume", "orders", "--wait", "1s", "--exec", "true");
        assertThat(result.code()).isZero();
        assertThat(result.err()).isEqualTo("grape: tube orders is paused: nothing is delivered until it is resumed\n");
    }
}
