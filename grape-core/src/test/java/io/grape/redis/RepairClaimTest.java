package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeName;
import io.grape.core.broker.RepairClaim;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One broker does the self-check, and another goes on when it is gone. */
final class RepairClaimTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final String namespace = TestRedis.newNamespace();
    private final RedisStore one = open(Duration.ofSeconds(60));
    private final RedisStore other = open(Duration.ofSeconds(60));

    private RedisStore open(Duration deadAfter) {
        return RedisStore.open(
                new RedisStoreOptions(
                        TestRedis.uri(), namespace, UUID.randomUUID().toString(), SOON, deadAfter),
                StoreListener.NONE);
    }

    @BeforeEach
    void live() {
        get(one.brokers().heartbeat());
        get(other.brokers().heartbeat());
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    private static RepairClaim claim(RedisStore store) {
        return get(store.repairs().claim());
    }

    private static void goThrough(RedisStore store) {
        int slices = 0;
        while (!get(store.repairs().next()).isLast()) {
            slices++;
        }
        assertThat(slices).isPositive();
    }

    @Test
    void whoComesFirstDoesItAndTheOthersDoNot() {
        assertThat(claim(one)).isEqualTo(new RepairClaim(true, false, null));
        assertThat(claim(other)).isEqualTo(new RepairClaim(false, false, null));
        assertThat(claim(one)).isEqualTo(new RepairClaim(true, false, null));
    }

    @Test
    void whenARoundEndedIsKnownToAll() {
        claim(one);
        goThrough(one);
        assertThat(claim(one).sinceRound()).isEqualTo(Duration.ZERO);
        assertThat(claim(other).sinceRound()).isLessThan(SOON);
        assertThat(claim(one).isMidway()).isFalse();
    }

    @Test
    void anotherGoesOnInTheMiddleOfARoundWhenTheFirstHasLeft() {
        IntStream.range(0, 600)
                .mapToObj(i -> one.tubes().create(new TubeName("t" + i), TubeSettings.DEFAULT))
                .toList()
                .forEach(TestStore::get);
        claim(one);
        for (int i = 0; i < 2; i++) {
            get(one.repairs().next());
        }
        assertThat(claim(one).isMidway()).isTrue();
        get(one.brokers().leave());

        assertThat(claim(other)).isEqualTo(new RepairClaim(true, true, null));
        goThrough(other);
        assertThat(claim(other).sinceRound()).isNotNull();

        get(one.brokers().heartbeat());
        assertThat(claim(one).isOurs()).isFalse();
    }

    @Test
    void whoIsSilentForLongIsTakenForDead() {
        try (RedisStore impatient = open(Duration.ofMillis(100))) {
            claim(one);
            await().atMost(SOON).until(() -> claim(impatient).isOurs());
        }
    }
}
