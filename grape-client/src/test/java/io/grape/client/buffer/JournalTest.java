package io.grape.client.buffer;

import static io.grape.client.buffer.Journals.append;
import static io.grape.client.buffer.Journals.content;
import static io.grape.client.buffer.Journals.open;
import static io.grape.client.buffer.Journals.read;
import static io.grape.client.buffer.Journals.segments;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records are read in order until they are settled, whoever opens the directory. */
class JournalTest {
    @TempDir
    private Path directory;

    @Test
    void aReadThatFailsSkipsNothing() throws IOException {
        try (Journal journal = open(directory)) {
            append(journal, "a", "b");
            Thread.currentThread().interrupt();
            assertThatThrownBy(journal::next).isInstanceOf(ClosedByInterruptException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(read(journal)).containsExactly("a", "b");
            assertThat(journal.damaged()).isZero();
        }
    }

    @Test
    void recordsAreReadInOrderAlsoWhileOthersAreAppended() throws IOException {
        try (Journal journal = open(directory)) {
            append(journal, "a", "", "c");
            assertThat(read(journal)).containsExactly("a", "", "c");
            append(journal, "d");
            assertThat(read(journal)).containsExactly("d");
            assertThat(journal.jobs()).isEqualTo(4);
        }
        assertThat(content(directory)).containsExactly("a", "", "c", "d");
    }

    @Test
    void recordsOfSeveralOpeningsFollowEachOther() throws IOException {
        for (String record : List.of("a", "b", "c")) {
            try (Journal journal = open(directory)) {
                append(journal, record);
            }
        }
        assertThat(segments(directory)).hasSize(3);
        assertThat(content(directory)).containsExactly("a", "b", "c");
    }

    @Test
    void whatIsSettledIsNotReadAgain() throws IOException {
        try (Journal journal = open(directory)) {
            append(journal, "a", "b", "c");
            Entry first = Objects.requireNonNull(journal.next());
            Entry second = Objects.requireNonNull(journal.next());
            journal.settled(first);
            journal.settledBefore(second);
            assertThat(journal.jobs()).isEqualTo(2);
        }
        assertThat(content(directory)).containsExactly("b", "c");
    }

    @Test
    void filesAreDeletedOnceAllOfThemIsSettled() throws IOException {
        try (Journal journal = open(directory)) {
            append(journal, "a");
        }
        try (Journal journal = open(directory)) {
            append(journal, "b");
            read(journal);
            journal.settledBefore(null);
            assertThat(segments(directory)).hasSize(1);
            assertThat(journal.jobs()).isZero();
        }
        assertThat(content(directory)).isEmpty();
        assertThat(segments(directory)).isEmpty();
    }

    @Test
    void aLostPositionOnlyMeansThatRecordsAreReadAgain() throws IOException {
        try (Journal journal = open(directory)) {
            append(journal, "a", "b");
            Entry first = Objects.requireNonNull(journal.next());
            journal.settled(first);
            journal.settledBefore(journal.next());
        }
        Files.delete(directory.resolve("position"));
        assertThat(content(directory)).containsExactly("a", "b");
    }

    @Test
    void recordsAreSpreadOverManyFiles() throws IOException {
        String record = "x".repeat(30_000);
        try (Journal journal = open(directory)) {
            for (int i = 0; i < 20; i++) {
                append(journal, record + i);
            }
            assertThat(segments(directory)).hasSize(10);
        }
        assertThat(content(directory))
                .isEqualTo(IntStream.range(0, 20).mapToObj(i -> record + i).toList());
    }

    @Test
    void aRecordMayBeLongerThanAFile() throws IOException {
        String record = "x".repeat(500_000);
        try (Journal journal = open(directory)) {
            append(journal, "a", record, "b");
        }
        assertThat(content(directory)).containsExactly("a", record, "b");
    }

    @Test
    void recordsOfEachThreadAreInTheirOrder() throws IOException {
        int threads = 8;
        int each = 50;
        List<CompletableFuture<Void>> all = new ArrayList<>();
        try (Journal journal = open(directory)) {
            for (int i = 0; i < threads; i++) {
                int thread = i;
                all.add(CompletableFuture.runAsync(
                        () -> IntStream.range(0, each).forEach(n -> append(journal, thread + " " + n)),
                        task -> new Thread(task).start()));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        }
        List<String> found = content(directory);
        assertThat(found).hasSize(threads * each);
        for (int thread = 0; thread < threads; thread++) {
            String begin = thread + " ";
            assertThat(found.stream().filter(one -> one.startsWith(begin)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, each).mapToObj(n -> begin + n).toList());
        }
    }

    @Test
    void aThreadThatIsInterruptedSpoilsNothing() throws IOException {
        try (Journal journal = open(directory)) {
            Thread.currentThread().interrupt();
            CompletableFuture<Void> first = journal.append("a".getBytes(UTF_8));
            assertThat(Thread.interrupted()).isTrue();
            first.join();
            append(journal, "b");
        }
        assertThat(content(directory)).containsExactly("a", "b");
    }

    @Test
    void nothingIsAppendedAfterTheEnd() throws IOException {
        Journal journal = open(directory);
        journal.close();
        assertThatThrownBy(() -> append(journal, "a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void aLaterFormatIsNotTouched() throws IOException {
        Path later = directory.resolve("0000000000000001-0000000000000002.jobs2");
        Files.writeString(later, "x");
        assertThatThrownBy(() -> open(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("written by a later release");
        assertThat(later).hasContent("x");
    }
}
