package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.job.DueWindow;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.Operations;
import io.grape.core.tube.TubeSettings;
import io.lettuce.core.RedisFuture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many operations there may be, and when those that have ended are forgotten. */
class OperationRetentionTest {
    private static final int KEPT = 1000;

    private final String namespace = TestRedis.newNamespace();
    private final String prefix = "{" + namespace + ":operations}:";
    private final RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
    private final RawRedis redis = RawRedis.to(TestRedis.uri());
    private final Operations operations = store.operations();

    @BeforeEach
    void create() {
        get(store.tubes().create(TUBE, TubeSettings.DEFAULT));
    }

    @AfterEach
    void close() {
        redis.close();
        store.close();
    }

    private static OperationRequest request(@Nullable String by) {
        return new OperationRequest(
                OperationKind.KICK,
                TUBE,
                JobState.DELAYED,
                null,
                DueWindow.ANY,
                TagFilter.ANY,
                null,
                null,
                Duration.ZERO,
                null,
                null,
                by);
    }

    private CompletionStage<Operation> begin() {
        return operations.begin(request(null));
    }

    private List<String> beginPaused(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> get(operations.setState(get(begin()).id(), OperationState.PAUSED))
                        .id())
                .toList();
    }

    /**
     * Ended one after the other, each before all that were begun.
     *
     * @param isListed false as an earlier release has it
     */
    private List<String> ended(int count, Instant begun, boolean isListed) {
        Map<String, String> like =
                redis.commands().hgetall(prefix + "op:" + beginPaused(1).get(0));
        List<String> ids = new ArrayList<>();
        List<RedisFuture<?>> written = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long created = begun.toEpochMilli() + i;
            String id = "ended" + i;
            ids.add(id);
            written.add(redis.async().hset(prefix + "op:" + id, like));
            written.add(redis.async()
                    .hset(
                            prefix + "op:" + id,
                            Map.of(
                                    "createdAt",
                                    Long.toString(created),
                                    "state",
                                    "done",
                                    "endedAt",
                                    Long.toString(created))));
            if (isListed) {
                written.add(redis.async().zadd(prefix + "ended", (double) created, id));
            }
            written.add(redis.async().zadd(prefix + "all", (double) created, id));
        }
        written.forEach(TestStore::get);
        return ids;
    }

    private void look(int times) {
        IntStream.range(0, times)
                .forEach(i -> assertThat(get(store.operationWork().take())).isEmpty());
    }

    private boolean isKept(String id) {
        return !code(operations.get(id)).equals(Optional.of(ErrorCode.NOT_FOUND));
    }

    @Test
    void aThousandThatEndedAreKeptHoweverManyArePausedBeforeThem() {
        List<String> paused = beginPaused(150);
        List<String> ended = ended(KEPT + 50, Instant.now(), true);
        look(1);
        assertThat(ended.subList(0, 20)).noneMatch(this::isKept);
        assertThat(ended.subList(20, 50)).as("a look takes no longer than that").allMatch(this::isKept);
        look(3);
        assertThat(ended.subList(20, 50)).noneMatch(this::isKept);
        assertThat(ended.subList(50, 70)).allMatch(this::isKept);
        assertThat(redis.commands().zcard(prefix + "ended")).isEqualTo(KEPT);
        assertThat(paused).allMatch(this::isKept);
    }

    @Test
    void whatAnEarlierReleasePausedOrEndedIsTakenUp() {
        List<String> paused = beginPaused(2);
        redis.commands().zrem(prefix + "live", paused.get(0));
        List<String> ended = ended(KEPT + 10, Instant.now().minus(Duration.ofDays(1)), false);
        look(20);
        assertThat(ended.subList(0, 10)).noneMatch(this::isKept);
        assertThat(ended.subList(10, 20)).allMatch(this::isKept);
        assertThat(redis.commands().zcard(prefix + "ended")).isEqualTo(KEPT);
        assertThat(redis.commands().zscore(prefix + "live", paused.get(0))).isInfinite();
    }

    @Test
    void oneIsForgottenSevenDaysAfterItEndedHoweverLongItTook() {
        Instant start = Instant.now();
        String early = get(begin()).id();
        String late = get(begin()).id();
        get(operations.setState(early, OperationState.CANCELLED));
        timeIs(start.plus(Duration.ofDays(6)));
        get(operations.setState(late, OperationState.CANCELLED));
        look(1);
        assertThat(List.of(early, late)).allMatch(this::isKept);
        timeIs(start.plus(Duration.ofDays(8)));
        look(1);
        assertThat(isKept(early)).isFalse();
        assertThat(isKept(late)).isTrue();
        timeIs(start.plus(Duration.ofDays(14)));
        look(1);
        assertThat(isKept(late)).isFalse();
        assertThat(get(operations.list(10, null)).operations()).isEmpty();
    }

    private void timeIs(Instant now) {
        redis.commands().set(prefix + "all:clock", Long.toString(now.toEpochMilli()));
    }

    @Test
    void noMoreAreBegunWhileAThousandHaveNotEnded() {
        String first = beginPaused(1).get(0);
        PausedOperations.during(namespace, () -> {
            assertThat(failure(begin())).hasValueSatisfying(refused -> {
                assertThat(refused.code()).isEqualTo(ErrorCode.WRONG_STATE);
                assertThat(refused.detail()).contains("fewer than 1000", "cancel one");
            });
            get(operations.setState(first, OperationState.CANCELLED));
            assertThat(get(begin()).state()).isEqualTo(OperationState.RUNNING);
        });
    }

    @Test
    void oneNameHasItsPartOfThoseThatMayBeOpen() {
        OperationRequest asked = request("tester");
        String first = get(operations.begin(asked, 2)).id();
        get(operations.setState(get(operations.begin(asked, 2)).id(), OperationState.PAUSED));
        assertThat(code(operations.begin(asked, 2))).contains(ErrorCode.QUOTA_EXCEEDED);
        get(operations.begin(request("other"), 2));
        get(operations.setState(first, OperationState.CANCELLED));
        get(operations.begin(asked, 2));
        assertThat(code(operations.begin(asked, 2))).contains(ErrorCode.QUOTA_EXCEEDED);
    }
}
