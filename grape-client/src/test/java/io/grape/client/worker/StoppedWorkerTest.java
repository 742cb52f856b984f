package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledgement;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.harness.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A worker that is stopped for longer than its lease lasts, and comes back. */
@Tag("apart")
class StoppedWorkerTest {
    /** Longer than a busy machine stands still between two touches. */
    private static final Duration TTR = Duration.ofSeconds(4);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private Process process;
    private BufferedReader out;

    @BeforeEach
    void start() throws IOException {
        start(0);
    }

    private void start(int prefetch) throws IOException {
        process = new ProcessBuilder(
                        Programs.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoppedWorker.class.getName(),
                        broker.address(),
                        Integer.toString(prefetch))
                .redirectErrorStream(true)
                .start();
        out = process.inputReader(UTF_8);
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    /** The rest of the next line that begins so; lines before it are passed over. */
    private String said(String begin) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(begin)) {
                return line.substring(begin.length()).strip();
            }
        }
        throw new AssertionError("the worker ended");
    }

    /** Lines until one that begins so, that one included. */
    private List<String> saidUntil(String begin) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
            if (line.startsWith(begin)) {
                return lines;
            }
        }
        throw new AssertionError("the worker ended after " + lines);
    }

    /** Another consumer gets the job once its lease has ended, and finishes it. */
    private void finishElsewhere(String id) {
        Job<String> taken = broker.grape().consume(TUBE, 1, PATIENCE).get(0);
        assertThat(taken.id()).isEqualTo(id);
        assertThat(taken.noe()).isEqualTo(2);
        broker.grape().acknowledge(TUBE.name(), Acknowledgement.finish(taken));
    }

    /** A consume waits for longer than the lease lasts, so the process cannot tell from its length when the job came. */
    @Test
    void jobThatCameWhileTheProcessStoodStillForLongerThanItsLeaseIsNotStarted() throws Exception {
        said("started");
        broker.grape().produce(TUBE, Jobs.shortLived("first").ttr(Duration.ofMinutes(1)));
        said("token");
        tell();
        said("held -1");
        // The worker waits for the next job now.
        await().atMost(PATIENCE)
                .until(() -> broker.grape().monitoring().brokers().get(0).parked() == 1);
        Programs.stop(process.toHandle());
        broker.grape().produce(TUBE, Jobs.shortLived("a").ttr(Duration.ofSeconds(2)));
        finishElsewhere("a");
        Programs.resume(process.toHandle());
        tell();
        assertThat(saidUntil("held -1")).noneMatch(line -> line.startsWith("token"));
    }

    @Test
    void jobThatWaitedForAHandlerWhileTheProcessStoodStillIsNotStarted() throws Exception {
        end();
        start(1);
        said("started");
        broker.grape().produce(TUBE, Jobs.shortLived("first").ttr(Duration.ofMinutes(1)));
        said("token");
        broker.grape().produce(TUBE, Jobs.shortLived("a").ttr(Duration.ofSeconds(2)));
        said("held 1");
        Programs.stop(process.toHandle());
        finishElsewhere("a");
        Programs.resume(process.toHandle());
        tell();
        assertThat(saidUntil("held -1")).noneMatch(line -> line.startsWith("token"));
        assertThat(saidUntil("held -1")).noneMatch(line -> line.startsWith("token"));
    }

    private void tell() throws IOException {
        OutputStream in = process.getOutputStream();
        in.write('\n');
        in.flush();
    }

    @Test
    void theJobIsWonByTheOneWithTheHigherTokenAndByNobodyElse() throws Exception {
        said("started");
        broker.grape().produce(TUBE, Jobs.shortLived("a").ttr(TTR));
        long first = Long.parseLong(said("token"));
        Programs.stop(process.toHandle());
        long stopped = System.nanoTime();
        Job<String> taken = broker.grape().consume(TUBE, 1, PATIENCE).get(0);
        assertThat(taken.noe()).isEqualTo(2);
        assertThat(taken.lease().orElseThrow().token()).isGreaterThan(first);
        await().atMost(PATIENCE).until(() -> {
            broker.grape().acknowledge(TUBE.name(), Acknowledgement.touch(taken));
            return System.nanoTime() - stopped > TTR.multipliedBy(2).toNanos();
        });
        Programs.resume(process.toHandle());
        tell();
        assertThat(said("lost")).isEqualTo("true");
        said("held -1");
        assertThat(broker.grape()
                        .acknowledge(TUBE.name(), Acknowledgement.finish(taken))
                        .state())
                .isEqualTo(JobState.FINISHED);
        assertThat(broker.grape()
                        .tubes()
                        .status(TUBE.name())
                        .orElseThrow()
                        .totals()
                        .get("finished"))
                .isEqualTo(1);
    }

    @Test
    void aWorkerThatClosesOnShutdownFinishesWhatItBegan() throws Exception {
        said("started");
        broker.grape().produce(TUBE, Jobs.shortLived("a"));
        said("token");
        // Of the process alone: its streams stay open.
        process.toHandle().destroy();
        tell();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(broker.grape().peek(TUBE, "a")).isEmpty();
    }
}
