package io.grape.server.operations;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeName;
import io.grape.server.operations.SliceScheduler.Turn;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whose slice it is. */
class SliceSchedulerTest {
    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final SliceScheduler scheduler = new SliceScheduler(vertx);
    private final Map<String, Turn> turnOf = new ConcurrentHashMap<>();
    private final List<String> begun = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private void inLine(String tube, String slice) {
        scheduler.next(new TubeName(tube), turn -> {
            turnOf.put(slice, turn);
            begun.add(slice);
        });
    }

    private void over(String slice) {
        requireNonNull(turnOf.get(slice)).over();
    }

    private void onLoop(Runnable step) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.runOnContext(go -> {
            try {
                step.run();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        done.orTimeout(10, TimeUnit.SECONDS).join();
    }

    @Test
    void aTubeHasOneAtATimeAndTubesComeRound() {
        onLoop(() -> {
            inLine("busy", "busy1");
            inLine("busy", "busy2");
            inLine("busy", "busy3");
            inLine("calm", "calm1");
            assertThat(begun).containsExactly("busy1", "calm1");
            over("busy1");
            assertThat(begun).endsWith("calm1", "busy2");
            IntStream.range(0, SliceScheduler.CONCURRENCY).forEach(i -> inLine("other" + i, "other" + i));
            assertThat(begun).endsWith("other0", "other1");
            over("busy2");
            assertThat(begun).as("busy is last in line").endsWith("other1", "other2");
            over("other0");
            over("other1");
            assertThat(begun).endsWith("other2", "other3", "busy3");
        });
    }

    @Test
    void slicesThatAreNeverOverHoldTheirOwnTubesOnly() {
        onLoop(() -> {
            IntStream.range(0, SliceScheduler.CONCURRENCY).forEach(i -> inLine("unreachable" + i, "unreachable" + i));
            inLine("unreachable0", "behind it");
            inLine("well", "well");
            assertThat(begun).doesNotContain("well");
        });
        await().until(() -> begun.contains("well"));
        onLoop(() -> {
            over("well");
            assertThat(begun).doesNotContain("behind it");
            over("unreachable0");
            assertThat(begun).endsWith("behind it");
        });
    }

    @Test
    void oneThatFailsAtOnceHoldsNobodyElse() {
        onLoop(() -> {
            assertThatThrownBy(() -> scheduler.next(new TubeName("odd"), turn -> {
                        throw new IllegalStateException("odd");
                    }))
                    .hasMessage("odd");
            IntStream.range(0, SliceScheduler.CONCURRENCY).forEach(i -> inLine("well" + i, "well" + i));
            inLine("odd", "odd");
            assertThat(begun).contains("well3");
            over("well0");
            assertThat(begun).endsWith("odd");
        });
    }
}
