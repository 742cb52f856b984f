package io.grape.client.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The thread that syncs. */
class GroupCommitTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private static void join(CompletableFuture<Void> synced) {
        synced.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    private static Thread syncing() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("grape-buffer-sync"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void allThatIsWrittenDuringASyncSharesTheNext() throws IOException {
        CountDownLatch isFirstEnded = new CountDownLatch(1);
        AtomicInteger syncs = new AtomicInteger();
        SegmentWriter writer = new SegmentWriter(Segment.of(directory, 1));
        // The thread that syncs waits in here.
        GroupCommit commit = new GroupCommit(
                completion -> {
                    if (syncs.incrementAndGet() == 1) {
                        await().atMost(PATIENCE).until(() -> isFirstEnded.getCount() == 0);
                    }
                    completion.run();
                },
                new SegmentEnds(directory));
        List<CompletableFuture<Void>> all = new ArrayList<>();
        all.add(commit.written(writer));
        await().atMost(PATIENCE).until(() -> syncs.get() == 1);
        for (int i = 0; i < 100; i++) {
            all.add(commit.written(writer));
        }
        isFirstEnded.countDown();
        all.forEach(GroupCommitTest::join);
        assertThat(syncs).hasValue(2);
        commit.leave(writer);
        commit.close();
    }

    @Test
    void whatDependsOnASyncMayWaitForAnother() throws IOException {
        try (Journal journal = Journals.open(directory)) {
            join(journal.append(new byte[1]).thenRun(() -> join(journal.append(new byte[2]))));
            assertThat(journal.jobs()).isEqualTo(2);
        }
    }

    @Test
    void anErrorFailsThoseWhoWaitAndNoOther() throws IOException {
        AtomicBoolean fails = new AtomicBoolean(true);
        SegmentWriter writer = new SegmentWriter(Segment.of(directory, 1));
        GroupCommit commit = new GroupCommit(
                completion -> {
                    if (fails.getAndSet(false)) {
                        throw new LinkageError("on purpose");
                    }
                    completion.run();
                },
                new SegmentEnds(directory));
        assertThatThrownBy(() -> join(commit.written(writer)))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the buffer was not synced")
                .hasCauseInstanceOf(LinkageError.class);
        join(commit.written(writer));
        commit.leave(writer);
        commit.close();
    }

    @Test
    void anInterruptDoesNotEndIt() throws IOException {
        try (Journal journal = Journals.open(directory)) {
            Thread thread = syncing();
            await().atMost(PATIENCE).until(() -> thread.getState() == Thread.State.WAITING);
            thread.interrupt();
            await().atMost(PATIENCE).until(() -> !thread.isInterrupted());
            join(journal.append(new byte[1]));
        }
        assertThat(Journals.content(directory)).hasSize(1);
    }
}
