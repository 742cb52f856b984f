package io.grape.redis.script;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.redis.connection.RedisClientHandle;
import io.lettuce.core.ScoredValue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A priority that goes from one index to the other while they are read is not missed. */
final class LanesTest {
    private static final Duration PATIENT = Duration.ofSeconds(30);
    /** Each index takes two pages or more. */
    private static final int OF_EACH = 2500;

    private static final int MOVED = 7;
    private static final LaneQuery ALL_ABOVE_ZERO = new LaneQuery(new Lane(0, ""), 100_000, null);

    private final TubeKeys keys = new Keys(TestRedis.newNamespace()).tube(TUBE);
    private final String coming = new String(keys.coming(), UTF_8);
    private final String urgent = new String(keys.urgent(), UTF_8);
    private final RedisClientHandle client = RedisClientHandle.connect(TestRedis.uri(), PATIENT);
    private final RawRedis raw = RawRedis.to(TestRedis.uri());

    @BeforeEach
    void fill() {
        fill(coming, 10_000);
        fill(urgent, 20_000);
    }

    private void fill(String index, int first) {
        @SuppressWarnings("unchecked")
        ScoredValue<String>[] priorities = IntStream.range(first, first + OF_EACH)
                .mapToObj(priority -> ScoredValue.just(priority, Integer.toString(priority)))
                .toArray(ScoredValue[]::new);
        raw.commands().zadd(index, priorities);
    }

    @AfterEach
    void close() {
        raw.commands().unlink(coming, urgent);
        raw.close();
        client.close();
    }

    @Test
    void whatBecomesUrgentMeanwhileIsFound() {
        assertThatAMoveHidesNothing(coming, urgent);
    }

    @Test
    void whatIsUrgentNoMoreMeanwhileIsFound() {
        assertThatAMoveHidesNothing(urgent, coming);
    }

    @Test
    void upToAThousandAreReadInOneLook() {
        raw.commands().unlink(coming, urgent);
        raw.commands().zadd(coming, MOVED, Integer.toString(MOVED));
        raw.commands().zadd(urgent, 8, "8");
        AtomicInteger looks = new AtomicInteger();
        LaneWindow read = get(Lanes.read(
                runner((call, took, succeeded) -> looks.incrementAndGet()),
                keys,
                ALL_ABOVE_ZERO,
                CompletableFuture::completedStage));
        assertThat(read.found()).containsExactly(new Lane(MOVED, ""), new Lane(8, ""));
        assertThat(looks).hasValue(1);
    }

    /** Moves it after each page in turn. */
    private void assertThatAMoveHidesNothing(String from, String to) {
        int moveAfter = 0;
        int pages;
        do {
            raw.commands().zrem(to, Integer.toString(MOVED));
            raw.commands().zadd(from, MOVED, Integer.toString(MOVED));
            moveAfter++;
            pages = read(moveAfter, from, to);
        } while (moveAfter < pages);
        assertThat(pages).isGreaterThanOrEqualTo(4);
    }

    /** Reads all, and looks whether the one that is moved is among them; the pages that it took. */
    private int read(int moveAfter, String from, String to) {
        AtomicInteger pages = new AtomicInteger();
        StoreListener listener = (call, took, succeeded) -> {
            if (pages.incrementAndGet() == moveAfter) {
                raw.commands().zrem(from, Integer.toString(MOVED));
                raw.commands().zadd(to, MOVED, Integer.toString(MOVED));
            }
        };
        LaneWindow read = get(Lanes.read(runner(listener), keys, ALL_ABOVE_ZERO, CompletableFuture::completedStage));
        assertThat(read.found())
                .as("moved after page %s", moveAfter)
                .hasSize(2 * OF_EACH + 1)
                .startsWith(new Lane(MOVED, ""));
        return pages.get();
    }

    private ScriptRunner runner(StoreListener listener) {
        return new ScriptRunner(client.links(), PATIENT, listener, script -> script.text(Script.CLOCK));
    }
}
