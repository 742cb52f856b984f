package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All callers that list tubes share one copy of the names. */
final class SharedTubeNamesTest {
    private static final int TUBES = 2500;
    private static final int CALLS = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final String namespace = TestRedis.newNamespace();
    private final AtomicInteger pages = new AtomicInteger();
    private final TestStore here = TestStore.open(TestRedis.uri(), namespace, TIMEOUT, counting());
    private final TestStore other = TestStore.open(TestRedis.uri(), namespace, TIMEOUT, StoreListener.NONE);

    @AfterEach
    void close() {
        here.close();
        other.close();
    }

    private StoreListener counting() {
        return (call, duration, succeeded) -> {
            if (call.equals("sscan")) {
                pages.incrementAndGet();
            }
        };
    }

    private static void create(TestStore where, int from, int to) {
        List<CompletableFuture<Boolean>> all = new ArrayList<>();
        for (int at = from; at < to; at++) {
            all.add(where.store()
                    .tubes()
                    .create(new TubeName("tube-" + at), TubeSettings.DEFAULT)
                    .toCompletableFuture());
        }
        all.forEach(TestStore::get);
    }

    @Test
    void concurrentCallsReadTheRegistryOnce() {
        create(other, 0, TUBES);
        List<CompletionStage<NavigableSet<TubeName>>> calls = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            calls.add(here.store().tubes().names());
        }
        NavigableSet<TubeName> first = get(calls.get(0));
        assertThat(first).hasSize(TUBES);
        calls.forEach(call -> assertThat(get(call)).hasSize(TUBES));
        int pagesOfOneRead = (TUBES + 999) / 1000 + 1;
        assertThat(pages).as("pages of at most two reads").hasValueLessThanOrEqualTo(2 * pagesOfOneRead);
        assertThat(calls.stream()
                        .map(TestStore::get)
                        .map(System::identityHashCode)
                        .distinct())
                .as("copies that are held")
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void tubeIsListedAsSoonAsItIsCreatedAndGoneAsSoonAsItIsDeleted() {
        for (int round = 0; round < 50; round++) {
            TubeName tube = new TubeName("tube-" + round);
            TestStore creator = round % 2 == 0 ? here : other;
            create(creator, round, round + 1);
            assertThat(get(here.store().tubes().names())).containsExactly(tube);
            get(creator.store().tubes().delete(tube));
            assertThat(get(here.store().tubes().names())).isEmpty();
        }
    }

    @Test
    void everyCallDuringCreationsSeesTheTubesThatExistedBeforeIt() {
        List<CompletionStage<NavigableSet<TubeName>>> calls = new ArrayList<>();
        for (int at = 0; at < 100; at++) {
            create(other, at, at + 1);
            calls.add(here.store().tubes().names());
            calls.add(here.store().tubes().names());
        }
        for (int at = 0; at < calls.size(); at++) {
            assertThat(get(calls.get(at))).contains(new TubeName("tube-" + at / 2));
        }
    }

    @Test
    void memoryOfTheNamesIsAccountedOnce() {
        AtomicLong held = new AtomicLong();
        here.store().accountTubeNamesTo(held::addAndGet);
        create(other, 0, 100);
        get(here.store().tubes().names());
        long ofHundred = held.get();
        assertThat(ofHundred).isGreaterThan(100 * 50);
        create(other, 100, 200);
        get(here.store().tubes().names());
        get(here.store().tubes().names());
        assertThat(held.get()).isBetween(2 * ofHundred, 2 * ofHundred + 1000);
        for (int at = 0; at < 200; at++) {
            get(other.store().tubes().delete(new TubeName("tube-" + at)));
        }
        assertThat(get(here.store().tubes().names())).isEmpty();
        assertThat(held).hasValue(0);
    }
}
