package io.grape.redis.job;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.TubeName;
import io.grape.core.job.JobNumbers;
import io.grape.core.tube.TubeSettings;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.redis.TestStore;
import io.grape.redis.script.StoreListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers are given once, and tell their tube. */
final class RedisJobNumbersTest {
    private static final TubeName OTHER = new TubeName("other");

    private final String namespace = TestRedis.newNamespace();
    private final List<TestStore> stores = new ArrayList<>();
    private final TestStore one = broker();
    private final TestStore two = broker();

    private TestStore broker() {
        return broker(TestRedis.uri());
    }

    private TestStore broker(String uri) {
        TestStore store = TestStore.open(uri, namespace, Duration.ofSeconds(10), StoreListener.NONE);
        stores.add(store);
        get(store.store().tubes().create(TestStore.TUBE, TubeSettings.DEFAULT));
        get(store.store().tubes().create(OTHER, TubeSettings.DEFAULT));
        return store;
    }

    @AfterEach
    void close() {
        stores.forEach(TestStore::close);
    }

    private static JobNumbers numbers(TestStore store) {
        return store.store().numbers();
    }

    private static List<Long> take(TestStore store, TubeName tube, int count) {
        return IntStream.range(0, count)
                .mapToObj(any -> get(numbers(store).next(tube)))
                .toList();
    }

    @Test
    void twoBrokersGiveNoNumberTwiceAndEachKnowsItsTube() {
        List<Long> all = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            all.addAll(take(one, TestStore.TUBE, 700));
            all.addAll(take(two, TestStore.TUBE, 1100));
            all.addAll(take(two, OTHER, 300));
        }
        assertThat(new HashSet<>(all)).hasSameSizeAs(all).allMatch(number -> number > 0 && number < JobNumbers.END);
        Set<Long> others = new HashSet<>(take(one, OTHER, 5));
        for (long number : take(one, TestStore.TUBE, 5)) {
            assertThat(get(numbers(two).tubeOf(number))).contains(TestStore.TUBE);
        }
        others.forEach(number -> assertThat(get(numbers(two).tubeOf(number))).contains(OTHER));
    }

    @Test
    void aTubeThatIsThereAgainGetsOtherNumbers() {
        List<Long> before = take(one, TestStore.TUBE, 10);
        get(one.store().tubes().delete(TestStore.TUBE));
        get(one.store().tubes().create(TestStore.TUBE, TubeSettings.DEFAULT));
        assertThat(take(two, TestStore.TUBE, 2000)).doesNotContainAnyElementsOf(before);
        assertThat(get(numbers(two).tubeOf(before.get(0)))).contains(TestStore.TUBE);
    }

    @Test
    void aNumberThatNobodyWasGivenHasNoTube() {
        long number = get(numbers(one).next(TestStore.TUBE));
        for (long none : new long[] {0, 1, number + (1L << 40), JobNumbers.END - 1}) {
            assertThat(get(numbers(two).tubeOf(none))).as("%d", none).isEqualTo(Optional.empty());
        }
    }

    @Test
    void aTubeThatIsNotThereHasNoNumbers() {
        assertThat(TestStore.code(numbers(one).next(new TubeName("none")))).contains(ErrorCode.TUBE_NOT_FOUND);
    }

    /** 2^16 in the first range, 2^17 in the second. */
    @Test
    void aRangeThatIsUsedUpIsFollowedByALargerOne() {
        TestStore broker = one;
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 66_000; i++) {
            assertThat(seen.add(get(numbers(broker).next(TestStore.TUBE)))).isTrue();
        }
        seen.stream()
                .skip(65_000)
                .forEach(number -> assertThat(get(numbers(two).tubeOf(number))).contains(TestStore.TUBE));
    }

    /** The Redis that comes back has forgotten everything since its last save, as after a power cut. */
    @Test
    void aRedisThatLostItsLastWritesGivesNoneOfTheirNumbersAgain(@TempDir Path directory) {
        try (RedisNode redis = RedisNode.start(directory, FreePorts.one(), "--save", "", "--appendonly", "no")) {
            broker(redis.uri());
            save(redis);
            Set<Long> given = new HashSet<>();
            for (int crash = 0; crash < 3; crash++) {
                for (int broker = 0; broker < 2; broker++) {
                    TestStore store = broker(redis.uri());
                    for (long number : take(store, TestStore.TUBE, 1500)) {
                        assertThat(given.add(number))
                                .as("%d after %d crashes", number, crash)
                                .isTrue();
                    }
                    save(redis);
                    for (long number : take(store, OTHER, 1500)) {
                        assertThat(given.add(number))
                                .as("%d after %d crashes", number, crash)
                                .isTrue();
                    }
                }
                redis.kill();
                redis.restart();
            }
        }
    }

    private static void save(RedisNode redis) {
        try (RawRedis raw = RawRedis.to(redis.uri())) {
            raw.commands().save();
        }
    }
}
