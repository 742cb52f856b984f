package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.key.KeyOverride;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.StoreListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many commands Redis runs for deliveries of a tube with keys, those in scripts among them. */
final class KeyCostTest {
    private static final Pattern CALLS = Pattern.compile("cmdstat_[^:]+:calls=([0-9]+)");
    private static final int CONSUMES = 40;
    private static final int BATCH = 17;

    @TempDir
    private Path directory;

    private RedisNode redis;
    private TestStore store;
    private RawRedis raw;
    private ManyKeys keys;

    @BeforeEach
    void start() {
        redis = RedisNode.start(directory, FreePorts.one());
        store = TestStore.open(redis.uri(), "cost", Duration.ofSeconds(30), StoreListener.NONE);
        keys = new ManyKeys(store.store().broker(), store.store().tubes());
        raw = RawRedis.to(redis.uri());
    }

    @AfterEach
    void stop() {
        raw.close();
        store.close();
        redis.close();
    }

    private long calls() {
        return CALLS.matcher(raw.commands().info("commandstats"))
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    /**
     * Until all lanes wait for their turn, or for what holds them back: a consume moves as many as it may, and then
     * delivers.
     */
    private void settle() {
        for (int i = 0; i < 100; i++) {
            if (!store.consume(1).isEmpty()) {
                return;
            }
        }
        throw new AssertionError("nothing was delivered");
    }

    private double commandsOfADelivery() {
        settle();
        long before = calls();
        int jobs = 0;
        for (int i = 0; i < CONSUMES; i++) {
            jobs += store.consume(BATCH).size();
        }
        assertThat(jobs).isEqualTo(CONSUMES * BATCH);
        return (double) (calls() - before) / jobs;
    }

    @Test
    void aDeliveryCostsTheSameWith10000KeysAsWith100() {
        keys.fill(100, 20);
        double few = commandsOfADelivery();
        get(store.store().tubes().delete(TUBE));
        keys.fill(10_000, 2);
        double many = commandsOfADelivery();
        assertThat(many).as("commands with few keys: %s", few).isLessThanOrEqualTo(few * 1.02);
    }

    /** Half of them are paused, the others have all the leases that they may. */
    private void block(int blocked, int jobsOfEach) {
        List<NewJob> first = new ArrayList<>();
        List<NewJob> others = new ArrayList<>();
        for (int i = 0; i < blocked; i++) {
            boolean isPaused = i % 2 == 0;
            KeyOverride override = new KeyOverride(null, 1, null, null, null, isPaused);
            get(store.store().jobKeys().put(TUBE, "blocked-" + i, override));
            for (int job = 0; job < jobsOfEach; job++) {
                List<NewJob> jobs = isPaused || job > 0 ? others : first;
                jobs.add(ManyKeys.job("b" + i + "." + job, "blocked-" + i));
            }
        }
        keys.produce(first);
        while (!first.isEmpty()) {
            for (Job job : store.consume(100)) {
                first.removeIf(one -> one.id().equals(job.id()));
            }
        }
        keys.produce(others);
    }

    /** The lanes that cannot be delivered are looked at once, and then wait for a time or for a person. */
    @Test
    void aBlockedBacklogCostsNothingWhileItWaits() {
        keys.fill(5, 1000);
        double alone = commandsOfADelivery();
        block(600, 5);
        for (int i = 0; i < 10; i++) {
            store.consume(BATCH);
        }
        double beside = commandsOfADelivery();
        assertThat(beside).as("commands without them: %s", alone).isLessThanOrEqualTo(alone * 1.02);
    }
}
