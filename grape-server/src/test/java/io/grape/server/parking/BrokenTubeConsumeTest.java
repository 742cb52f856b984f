package io.grape.server.parking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.server.Node;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Consumers of several tubes, one of which cannot be consumed from. */
class BrokenTubeConsumeTest extends ParkedConsumersSteps {
    private static final TubeName PAUSED = new TubeName("paused");

    /** Its key is no zset; one that was removed or paused has nothing. */
    private void spoil(TubeName tube) {
        Node.get(there.store.tubes().create(tube, TubeSettings.DEFAULT));
        try (RawRedis raw = RawRedis.to(TestRedis.uri())) {
            raw.commands().set(namespace + ":{" + tube + "}:delay", "no zset");
        }
    }

    private void mend(TubeName tube) {
        try (RawRedis raw = RawRedis.to(TestRedis.uri())) {
            raw.commands().del(namespace + ":{" + tube + "}:delay");
        }
    }

    private static void assertIsOfTheSpoiledTube(CompletionStage<List<Job>> jobs) {
        assertThatThrownBy(() -> Node.get(jobs)).isInstanceOfSatisfying(GrapeException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.WRONG_STATE);
            assertThat(failure.detail()).startsWith("tube orders: ");
        });
    }

    @Test
    void aTubeThatCannotBeConsumedFromKeepsNobodyFromTheOthers() {
        spoil(TUBE);
        Node.get(there.store.tubes().create(PAUSED, TubeSettings.DEFAULT));
        Node.get(there.store.tubes().pause(PAUSED, null, "holiday"));
        List<TubeName> tubes = List.of(TUBE, new TubeName("removed"), PAUSED, OTHER);
        there.produce(PAUSED, "held-back");
        there.produce(OTHER, "a");
        there.produce(OTHER, "b");
        for (Duration wait : List.of(Duration.ZERO, LONG)) {
            assertThat(Node.get(here.parked.consume(tubes, 1, wait).jobs())).hasSize(1);
        }
        CompletionStage<List<Job>> parked = parkHere(1, tubes.toArray(TubeName[]::new));
        there.produce(OTHER, "c");
        assertThat(ids(Node.get(parked))).containsExactly("c");
    }

    @Test
    void aTubeThatCannotBeConsumedFromIsNamedWhereNothingElseIsThere() {
        spoil(TUBE);
        for (Duration wait : List.of(Duration.ZERO, Duration.ofMillis(50))) {
            assertIsOfTheSpoiledTube(
                    here.parked.consume(List.of(OTHER, TUBE), 1, wait).jobs());
        }
        spoil(OTHER);
        assertIsOfTheSpoiledTube(
                here.parked.consume(List.of(TUBE, OTHER), 1, LONG).jobs());
        await().until(() -> here.parked.count() == 0);
    }

    @Test
    void aTubeThatIsWellAgainServesThoseWhoWentOnWaiting() {
        spoil(TUBE);
        CompletionStage<List<Job>> parked = parkHere(1, TUBE, OTHER);
        mend(TUBE);
        there.produce(TUBE, "a");
        assertThat(ids(Node.get(parked))).containsExactly("a");
    }
}
