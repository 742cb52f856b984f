package io.grape.client.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.BufferedProducer;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.TestBroker;
import io.grape.harness.Programs;
import io.grape.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A disk that takes no more writes, while what is on it can be read. */
@Tag("slow")
class BrokenDiskTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());
    /** More than go in one call. */
    private static final int JOBS = 2500;

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @TempDir
    private Path directory;

    /** Sends what is in a directory. */
    static final class Sender {
        private Sender() {}

        public static void main(String[] args) throws InterruptedException {
            try (Grape grape = Grape.connect(args[1]);
                    BufferedProducer buffer =
                            grape.bufferedProducer(Path.of(args[0])).open()) {
                System.out.println("open " + buffer.status().pending());
                new CountDownLatch(1).await();
            }
        }
    }

    private Path buffer() {
        return directory.resolve("buffer");
    }

    private void write() {
        try (BufferedProducer buffer = broker.grape()
                .bufferedProducer(buffer())
                .durability(Durability.SYSTEM)
                .open()) {
            for (int i = 0; i < JOBS; i++) {
                buffer.produce(TUBE, NewJob.of("x").id("job-" + i));
            }
        }
    }

    private ChildProcess sender() throws IOException {
        return ChildProcess.start(
                directory.resolve("log"),
                List.of(
                        Programs.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Sender.class.getName(),
                        buffer().toString(),
                        broker.address()),
                environment -> {});
    }

    @Test
    void whatIsThereIsSentNevertheless() throws IOException {
        assumeThat(Programs.find("prlimit")).isPresent();
        broker.away();
        write();
        ChildProcess sender = sender();
        await().atMost(PATIENCE).until(() -> sender.output().contains("open " + JOBS));
        String pid = Long.toString(sender.program().pid());
        assertThat(Programs.run("prlimit", "--pid", pid, "--fsize=0:0")).isTrue();
        broker.back();
        await().atMost(PATIENCE)
                .until(() -> broker.grape()
                                .tubes()
                                .status(TUBE.name())
                                .flatMap(status -> java.util.Optional.ofNullable(
                                        status.totals().get("produced")))
                                .orElse(0L)
                        == JOBS);
        sender.kill();
    }
}
