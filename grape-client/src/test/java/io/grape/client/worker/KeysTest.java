package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledgement;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.KeyOverride;
import io.grape.client.KeySettings;
import io.grape.client.KeySort;
import io.grape.client.KeyStatus;
import io.grape.client.NewJob;
import io.grape.client.TubeKeys;
import io.grape.client.TubeSettings;
import io.grape.client.TubeStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client and a worker do with the keys of a tube. */
@SuppressWarnings("try")
class KeysTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private TubeStatus configure(KeySettings keys) {
        return broker.grape().tubes().configure("work", new TubeSettings(MINUTE, 3, keys));
    }

    private void produce(String id, String key) {
        broker.grape().produce(TUBE, NewJob.of(id).id(id).key(key));
    }

    @Test
    void aTubeShowsTheKeysThatItWasGiven() {
        KeySettings keys = KeySettings.FAIR
                .order(KeySettings.Order.TIME)
                .rate(2.5, 10)
                .maxJobs(1000)
                .ordered(KeySettings.OnFailure.BLOCK);
        assertThat(configure(keys).settings().keys()).isEqualTo(keys);
        broker.grape().tubes().configure("work", new TubeSettings(MINUTE, 4));
        assertThat(broker.grape()
                        .tubes()
                        .status("work")
                        .orElseThrow()
                        .settings()
                        .keys())
                .isEqualTo(keys);
        KeySettings byDueTime =
                KeySettings.OFF.order(KeySettings.Order.DUE_TIME).concurrency(5);
        assertThat(configure(byDueTime).settings().keys()).isEqualTo(byDueTime);
        assertThat(configure(KeySettings.OFF).settings().keys()).isEqualTo(KeySettings.OFF);
    }

    @Test
    void aKeyHasAnOverrideUntilItIsRemoved() {
        configure(KeySettings.FAIR.concurrency(5));
        TubeKeys keys = broker.grape().tubes().keys("work");
        KeyOverride override =
                KeyOverride.NONE.weight(2).rate(0.5, 3).maxJobs(100).paused(true);
        KeyStatus put = keys.put("acme", override);
        assertThat(put.inEffect()).isEqualTo(override.concurrency(5));
        assertThat(put.isOverridden()).isTrue();
        assertThat(keys.get("acme")).isEqualTo(put);
        assertThat(keys.list(KeySort.BACKLOG, 10, null).keys()).containsExactly(put);
        keys.delete("acme");
        keys.delete("acme");
        assertThat(keys.get("acme"))
                .isEqualTo(new KeyStatus("acme", KeyOverride.NONE.weight(1).concurrency(5), false, null, 0, 0, null));
    }

    @Test
    void aProduceNamesTheWeightOfItsKey() {
        configure(KeySettings.FAIR);
        TubeKeys keys = broker.grape().tubes().keys("work");
        NewJob<String> one = NewJob.of("payload").id("a").key("acme").weight(2.5);
        assertThat(one.weight()).isEqualTo(2.5);
        broker.grape().produce(TUBE, one);
        assertThat(keys.get("acme").producedWeight()).isEqualTo(2.5);
        broker.grape().produceAll(TUBE, List.of(one.id("b").weight(4)));
        assertThat(keys.get("acme").inEffect().weight()).isEqualTo(4);
        keys.put("acme", KeyOverride.NONE.weight(7));
        assertThat(keys.get("acme").inEffect().weight()).isEqualTo(7);
        assertThat(keys.get("acme").producedWeight()).isEqualTo(4);
        assertThatThrownBy(() -> broker.grape().produce(TUBE, NewJob.of("x").weight(2)))
                .hasMessageContaining("weight: expected it with key");
    }

    @Test
    void aWorkerLetsAKeyRestWhileOtherKeysGoOn() {
        configure(KeySettings.FAIR);
        produce("limited", "acme");
        List<String> begun = new CopyOnWriteArrayList<>();
        try (Worker worker = Worker.of(broker.grape())
                .concurrency(1)
                .decide(TUBE, (payload, job) -> {
                    begun.add(job.id());
                    return job.id().equals("limited") ? Outcome.restKey(Duration.ofHours(1)) : Outcome.finish();
                })
                .start()) {
            await().atMost(PATIENCE).until(() -> !begun.isEmpty());
            Job<String> resting = Jobs.awaitState(broker.grape(), "limited", JobState.READY);
            assertThat(resting.noe()).isZero();
            produce("same", "acme");
            produce("other", "globex");
            Jobs.awaitGone(broker.grape(), "other");
        }
        assertThat(begun).containsExactly("limited", "other");
    }

    @Test
    void anAcknowledgementLetsAKeyRest() {
        configure(KeySettings.FAIR);
        produce("a", "acme");
        Job<String> job = broker.grape().consume(TUBE, 1, Duration.ZERO).get(0);
        broker.grape().acknowledge("work", Acknowledgement.restKey(job, Duration.ofHours(1)));
        assertThat(broker.grape().consume(TUBE, 1, Duration.ZERO)).isEmpty();
        assertThat(broker.grape().peek(TUBE, "a").orElseThrow().noe()).isZero();
    }

    @Test
    void aRestOfNoTimeIsRefused() {
        assertThatThrownBy(() -> Outcome.restKey(Duration.ZERO)).hasMessageContaining("rest: expected more than 0");
        assertThatThrownBy(() -> Outcome.restKey(Duration.ofMillis(-1))).hasMessageContaining("rest: expected");
    }
}
