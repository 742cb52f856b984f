package io.grape.client.buffer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.BufferStatus;
import io.grape.client.BufferedProducer;
import io.grape.client.BufferedProducerBuilder;
import io.grape.client.Codec;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Dropped jobs whose file cannot be written: they stay in the buffer until it can. */
@Tag("slow")
class LateDropsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @TempDir
    private Path directory;

    /** Nobody can write to a file where a directory is. */
    @BeforeEach
    void putSomethingInTheWay() throws IOException {
        Files.createDirectory(file());
    }

    private Path file() {
        return directory.resolve("dropped.jsonl");
    }

    private BufferedProducerBuilder buffer() {
        return broker.grape().bufferedProducer(directory);
    }

    private static void produceGood(BufferedProducer buffer) {
        buffer.produce(TUBE, NewJob.of("x").id("good"));
        await().atMost(PATIENCE).until(() -> buffer.status().sent() == 1);
    }

    private List<String> awaitLines(BufferedProducer buffer) throws IOException {
        await().atMost(PATIENCE).until(() -> buffer.status().pending() == 1);
        Files.delete(file());
        await().atMost(PATIENCE).until(() -> buffer.status().pending() == 0);
        return Files.readAllLines(file());
    }

    @Test
    void aJobThatWasRefused() throws IOException {
        try (BufferedProducer buffer = buffer().onDropped(job -> {
                    throw new IllegalStateException("on purpose");
                })
                .open()) {
            buffer.produce(TUBE, NewJob.of("x").id("bad\u0001"));
            await().atMost(PATIENCE).until(() -> buffer.status().listenerFailures() > 1);
            assertThat(buffer.status().rejected()).isZero();
            produceGood(buffer);
            assertThat(awaitLines(buffer)).singleElement().asString().contains("BAD_REQUEST", "bad\\u0001");
            assertThat(buffer.status().rejected()).isEqualTo(1);
        }
    }

    @Test
    void aJobThatIsTooOld() throws IOException {
        broker.away();
        try (BufferedProducer buffer = buffer().open()) {
            buffer.produce(TUBE, NewJob.of("x").id("old").expireIn(Duration.ofMillis(1)));
        }
        broker.back();
        try (BufferedProducer buffer = buffer().open()) {
            produceGood(buffer);
            assertThat(awaitLines(buffer)).singleElement().asString().contains("EXPIRED", "\"old\"");
            assertThat(buffer.status().expired()).isEqualTo(1);
        }
        assertThat(broker.grape().peek(TUBE, "old")).isEmpty();
    }

    @Test
    void aRecordThatIsNoJob() throws IOException {
        try (Journal journal = Journals.open(directory)) {
            Journals.append(journal, "no job");
        }
        try (BufferedProducer buffer = buffer().open()) {
            assertThat(buffer.close(Duration.ofMillis(1))).isFalse();
        }
        try (BufferedProducer buffer = buffer().open()) {
            buffer.produce(TUBE, NewJob.of("x").id("good"));
            Files.delete(file());
            await().atMost(PATIENCE).until(() -> buffer.status().pending() == 0);
            BufferStatus status = buffer.status();
            assertThat(status.damaged()).isEqualTo(1);
            assertThat(status.sent()).isEqualTo(1);
        }
        assertThat(Files.readString(file()))
                .contains("UNREADABLE", Base64.getEncoder().encodeToString("no job".getBytes(UTF_8)));
    }
}
