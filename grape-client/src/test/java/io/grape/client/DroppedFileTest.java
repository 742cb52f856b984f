package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of the jobs that were dropped. */
class DroppedFileTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path directory;

    private final AtomicLong forgotten = new AtomicLong();

    private DroppedFile file(long maxBytes) {
        return new DroppedFile(directory, maxBytes, forgotten::addAndGet);
    }

    private static DroppedJob job(String id) {
        return new DroppedJob(
                Tube.of("orders", new RawCodec("text/plain")),
                NewJob.of(new byte[] {'x'}).id(id),
                Instant.EPOCH,
                new GrapeException(ErrorCode.GATED, "by a gate"));
    }

    private List<String> lines(String name) throws IOException {
        Path file = directory.resolve(name);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static String id(String line) throws IOException {
        JsonNode json = MAPPER.readTree(line);
        assertThat(json.path("why").asText()).isEqualTo("GATED");
        return json.path("jobs").path(0).path("id").asText();
    }

    @Test
    void aLineThatWasCutOffIsNotPartOfTheNext() throws IOException {
        file(1 << 20).add(job("a"));
        Path file = directory.resolve("dropped.jsonl");
        long whole = Files.size(file);
        for (long cut = 1; cut < whole; cut++) {
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, (int) cut));
            file(1 << 20).add(job("b"));
            List<String> lines = lines("dropped.jsonl");
            assertThat(lines).as("cut at " + cut).hasSize(2);
            assertThat(id(lines.get(1))).isEqualTo("b");
            Files.write(file, bytes);
        }
        file(1 << 20).add(job("c"));
        assertThat(lines("dropped.jsonl")).hasSize(2);
    }

    @Test
    void whatIsNotKeptIsCounted() throws IOException {
        DroppedFile file = file(1000);
        for (int i = 0; i < 50; i++) {
            file.add(job("job-" + i));
        }
        List<String> kept = new ArrayList<>();
        for (String name : List.of("dropped.old.jsonl", "dropped.jsonl")) {
            for (String line : lines(name)) {
                kept.add(id(line));
            }
        }
        assertThat(forgotten.get()).isPositive();
        assertThat(kept).hasSize(50 - (int) forgotten.get()).endsWith("job-49").doesNotContain("job-0");
        assertThat(Files.size(directory.resolve("dropped.old.jsonl"))).isBetween(1000L, 1500L);
    }

    @Test
    void aRecordThatIsNoJobIsKeptAsItIs() throws IOException {
        file(1 << 20).add(new byte[] {1, 2, 3}, new IllegalStateException("on purpose"));
        JsonNode line = MAPPER.readTree(lines("dropped.jsonl").get(0));
        assertThat(line.path("why").asText()).isEqualTo("UNREADABLE");
        assertThat(line.path("detail").asText()).contains("on purpose");
        assertThat(line.path("record").binaryValue()).containsExactly(1, 2, 3);
    }

    @Test
    void itSaysWhetherItIsOnDisk() throws IOException {
        DroppedFile file = file(1 << 20);
        assertThat(file.isSynced()).isTrue();
        Files.createDirectory(directory.resolve("dropped.jsonl"));
        assertThatThrownBy(() -> file.add(job("a"))).isInstanceOf(IOException.class);
        Files.delete(directory.resolve("dropped.jsonl"));
        file.add(job("a"));
        assertThat(file.isSynced()).isFalse();
        file.sync();
        assertThat(file.isSynced()).isTrue();
    }
}
