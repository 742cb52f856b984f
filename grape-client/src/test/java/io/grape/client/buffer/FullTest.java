package io.grape.client.buffer;

import static io.grape.client.buffer.Journals.MAX_BYTES;
import static io.grape.client.buffer.Journals.append;
import static io.grape.client.buffer.Journals.open;
import static io.grape.client.buffer.Journals.read;
import static io.grape.client.buffer.Journals.segments;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that has no room. */
class FullTest {
    private static final byte[] RECORD = new byte[30_000];

    @TempDir
    private Path directory;

    private final AtomicReference<Thread> waiting = new AtomicReference<>();

    private int fill(Journal journal) {
        int records = 0;
        while (journal.bytes() + RECORD.length + Frame.HEADER <= MAX_BYTES) {
            journal.append(RECORD).join();
            records++;
        }
        return records;
    }

    /** Its future; returns once it waits for room. */
    private CompletableFuture<Void> appendLater(Journal journal) {
        CompletableFuture<Void> appended =
                CompletableFuture.runAsync(() -> journal.append(RECORD).join(), task -> {
                    Thread thread = new Thread(task);
                    waiting.set(thread);
                    thread.start();
                });
        await().until(() -> Objects.requireNonNull(waiting.get()).getState() == Thread.State.WAITING);
        return appended;
    }

    private long sizeOfFiles() throws IOException {
        long size = 0;
        for (Path file : segments(directory)) {
            size += Files.size(file);
        }
        return size;
    }

    @Test
    void anAppendFailsAndNothingIsWritten() throws IOException {
        try (Journal journal = open(directory)) {
            int records = fill(journal);
            assertThatThrownBy(() -> journal.append(RECORD))
                    .isInstanceOf(BufferFullException.class)
                    .hasMessageContaining(directory.toString());
            assertThat(journal.jobs()).isEqualTo(records);
            assertThat(journal.bytes()).isEqualTo(sizeOfFiles()).isLessThanOrEqualTo(MAX_BYTES);
            append(journal, "there is room for a short one");
        }
    }

    @Test
    void whatIsSettledMakesRoom() throws IOException {
        try (Journal journal = open(directory)) {
            fill(journal);
            for (int i = 0; i < 4; i++) {
                journal.settled(Objects.requireNonNull(journal.next()));
            }
            journal.settledBefore(journal.next());
            journal.append(RECORD).join();
            assertThat(sizeOfFiles()).isLessThanOrEqualTo(MAX_BYTES);
        }
    }

    @Test
    void aRecordThatTakesAllRoomFindsItOnceAllIsSettled() throws IOException {
        byte[] large = new byte[(int) MAX_BYTES - Frame.HEADER];
        try (Journal journal = open(directory, WhenFull.BLOCK)) {
            append(journal, "a");
            Entry entry = Objects.requireNonNull(journal.next());
            journal.settled(entry);
            journal.settledBefore(null);
            journal.append(large).join();
            assertThat(read(journal)).hasSize(1);
            assertThat(segments(directory)).hasSize(1);
        }
    }

    @Test
    void aRecordThatNeverFitsIsRefused() throws IOException {
        try (Journal journal = open(directory, WhenFull.BLOCK)) {
            assertThatThrownBy(() -> journal.append(new byte[(int) MAX_BYTES])).isInstanceOf(BufferFullException.class);
        }
    }

    @Test
    void anAppendWaitsForRoom() throws IOException {
        try (Journal journal = open(directory, WhenFull.BLOCK)) {
            int records = fill(journal);
            CompletableFuture<Void> appended = appendLater(journal);
            assertThat(appended).isNotDone();
            assertThat(journal.jobs()).isEqualTo(records);
            for (int i = 0; i < 4; i++) {
                journal.settled(Objects.requireNonNull(journal.next()));
            }
            journal.settledBefore(journal.next());
            appended.join();
            assertThat(journal.jobs()).isEqualTo(records - 4 + 1);
        }
    }

    @Test
    void theEndWakesThoseThatWaitForRoom() throws IOException {
        try (Journal journal = open(directory, WhenFull.BLOCK)) {
            fill(journal);
            CompletableFuture<Void> appended = appendLater(journal);
            journal.stop();
            assertThatThrownBy(appended::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void anInterruptEndsTheWait() throws IOException {
        try (Journal journal = open(directory, WhenFull.BLOCK)) {
            fill(journal);
            CompletableFuture<Void> appended = appendLater(journal);
            Objects.requireNonNull(waiting.get()).interrupt();
            assertThatThrownBy(appended::join)
                    .satisfies(e -> assertThat(e instanceof CancellationException ? e : e.getCause())
                            .isInstanceOf(CancellationException.class));
        }
    }
}
