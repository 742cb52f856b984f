package io.grape.server.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private final Queue<CompletableFuture<Void>> checks = new ArrayDeque<>();
    private Duration loopAge = Duration.ZERO;

    @Test
    void isReadyWhenAScriptRunsAndTheLoopGetsThrough() {
        loopAge = Readiness.STALLED;
        Readiness readiness = readiness(Duration.ZERO);
        CompletionStage<List<String>> reasons = ask(readiness);
        assertThat(reasons.toCompletableFuture()).isNotDone();
        checks.remove().complete(null);
        assertThat(reasons.toCompletableFuture().join()).isEmpty();
    }

    @Test
    void saysWhatIsWrong() {
        loopAge = Readiness.STALLED.plusMillis(2500);
        CompletionStage<List<String>> reasons = ask(readiness(Duration.ZERO));
        checks.remove()
                .completeExceptionally(new GrapeException(ErrorCode.STORE_UNAVAILABLE, "Redis cannot be used now"));
        assertThat(reasons.toCompletableFuture().join())
                .containsExactly("Redis cannot be used now", "the discovery loop has not got through for 12 s");
    }

    @Test
    void oneCheckServesAllWhoAskWhileItRunsAndForAMomentAfter() {
        Readiness readiness = readiness(Duration.ofHours(1));
        List<CompletionStage<List<String>>> asked = List.of(ask(readiness), ask(readiness));
        checks.remove().complete(null);
        assertThat(asked)
                .allSatisfy(reasons ->
                        assertThat(reasons.toCompletableFuture().join()).isEmpty());
        ask(readiness);
        assertThat(checks).isEmpty();
    }

    @Test
    void anOldAnswerDoesNotHold() {
        Readiness readiness = readiness(Duration.ZERO);
        CompletionStage<List<String>> before = ask(readiness);
        checks.remove().completeExceptionally(new IllegalStateException("odd"));
        CompletionStage<List<String>> after = ask(readiness);
        checks.remove().complete(null);
        assertThat(before.toCompletableFuture().join()).containsExactly("java.lang.IllegalStateException: odd");
        assertThat(after.toCompletableFuture().join()).isEmpty();
    }

    private Readiness readiness(Duration freshness) {
        return new Readiness(
                () -> {
                    CompletableFuture<Void> check = new CompletableFuture<>();
                    checks.add(check);
                    return check;
                },
                () -> loopAge,
                freshness);
    }

    private static CompletionStage<List<String>> ask(Readiness readiness) {
        return readiness.now();
    }
}
