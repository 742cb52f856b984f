package io.grape.redis.broker;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.redis.TestStore;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a broker of an earlier release does not know is not taken while one is alive: ids, limits, keys of operations.
 */
final class BrokerCapabilitiesTest {
    private static final JobId WIDE = new JobId("订单/1");
    private static final String READS_ALL = "{\"version\":\"2.1.0\",\"reads\":\"any-id\",\"host\":\"b\"}";

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final String namespace = TestRedis.newNamespace();
    private final String brokers = "{" + namespace + ":tubes}:brokers";
    private final String about = "{" + namespace + ":tubes}:about";
    private TestStore store;
    private RawRedis redis;

    @BeforeEach
    void open() {
        store = TestStore.open(TestRedis.uri(), namespace, Duration.ofSeconds(20), StoreListener.NONE);
        redis = RawRedis.to(TestRedis.uri());
    }

    @AfterEach
    void close() {
        redis.close();
        store.close();
    }

    private void beats(String broker) {
        redis.commands()
                .zadd(brokers, Double.parseDouble(redis.commands().time().get(0)) * 1000 + 3_600_000, broker);
    }

    private void says(String broker, String text) {
        redis.commands().hset(about, broker, redis.commands().time().get(0) + "000 " + text);
    }

    private List<ItemResult<Produced>> produce(JobId... ids) {
        return get(store.store()
                .broker()
                .produce(
                        TUBE,
                        List.of(ids).stream()
                                .map(id -> NewJob.of(id, Payload.binary(new byte[] {1})))
                                .toList()));
    }

    private boolean isTaken() {
        return produce(WIDE).get(0).failure() == null;
    }

    private void checkRefused(String why) {
        List<ItemResult<Produced>> outcomes = produce(new JobId("plain"), WIDE, new JobId("last"));
        assertThat(outcomes).extracting(one -> one.failure() == null).containsExactly(true, false, true);
        GrapeException refusal = Objects.requireNonNull(outcomes.get(1).failure());
        assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_REQUEST);
        assertThat(refusal.detail()).contains("id: expected 1 to 200 of A-Z", why, "'订单/1'");
        assertThat(failure(store.store().broker().peek(TUBE, WIDE))).isPresent();
    }

    @Test
    void theyAreTakenWhereNobodyElseIs() {
        assertThat(isTaken()).isTrue();
    }

    @Test
    void oneThatSaysNothingOfIdsIsNamedAndThoseThatAllReadAreTakenAllTheSame() {
        beats("new");
        says("new", READS_ALL);
        beats("old");
        says("old", "{\"version\":\"2.0.0\",\"host\":\"a\"}");
        checkRefused("while broker old (release 2.0.0) is alive");
    }

    @Test
    void oneThatSaysNothingAtAllIsNamedToo() {
        beats("mute");
        checkRefused("while broker mute (release an earlier one) is alive");
    }

    @Test
    void theyAreTakenOnceItIsGone() {
        beats("old");
        checkRefused("broker old");
        redis.commands().zadd(brokers, 0, "old");
        await().atMost(Duration.ofMinutes(1)).until(this::isTaken);
    }

    @Test
    void whatIsThereAlreadyIsReadWhoeverIsAlive() {
        assertThat(isTaken()).isTrue();
        beats("old");
        assertThat(store.consume(1)).extracting(job -> job.id()).containsExactly(WIDE);
    }

    private Optional<GrapeException> refusalOf(TubeLimits limits) {
        return failure(store.store().tubes().configure(TUBE, TubeSettingsChange.of(limits)));
    }

    @Test
    void limitsAreSetOnceEveryBrokerKnowsThem() {
        produce(new JobId("plain"));
        TubeLimits limits = new TubeLimits(1, null, null, null, null);
        beats("old");
        says("old", READS_ALL);
        String refused =
                "tube orders cannot have limits while broker old (release 2.1.0) is alive, which does not know them";
        assertThat(refusalOf(limits).orElseThrow()).hasMessage(refused);
        assertThat(failure(store.store()
                                .tubes()
                                .create(
                                        new TubeName("new"),
                                        TubeSettings.DEFAULT
                                                .with(TTR, SECOND)
                                                .with(MAX_ATTEMPTS, 1)
                                                .with(limits)))
                        .map(GrapeException::code))
                .contains(ErrorCode.WRONG_STATE);
        assertThat(refusalOf(TubeLimits.NONE)).isEmpty();
        says("old", "{\"reads\":\"any-id layout-2\"}");
        await().atMost(Duration.ofMinutes(1)).until(() -> refusalOf(limits).isEmpty());
    }

    private Optional<GrapeException> refusalOfDedup() {
        return failure(store.store().tubes().configure(TUBE, TubeSettingsChange.of(DEDUP_WINDOW, SECOND)));
    }

    @Test
    void idsAreRememberedOnceEveryBrokerKnowsHow() {
        JobId plain = new JobId("plain");
        produce(plain);
        beats("old");
        says("old", READS_ALL);
        assertThat(refusalOfDedup().orElseThrow())
                .hasMessage(
                        "tube orders cannot have dedupWindowMs while broker old (release 2.1.0) is alive, which does not"
                                + " know them");
        ItemResult<Produced> own = get(store.store()
                        .broker()
                        .produce(
                                TUBE,
                                List.of(NewJob.of(plain, Payload.binary(new byte[0]))
                                        .dedup(SECOND))))
                .get(0);
        assertThat(own.failure())
                .hasMessage(
                        "job plain cannot have dedupWindowMs while broker old (release 2.1.0) is alive, which does not"
                                + " know them");
        says("old", "{\"reads\":\"any-id layout-2 layout-3 layout-4\"}");
        await().atMost(Duration.ofMinutes(1)).until(() -> refusalOfDedup().isEmpty());
    }

    private Optional<GrapeException> refusalOf(TagFilter tags) {
        return failure(
                store.store().operations().begin(OperationRequest.of(OperationKind.KICK, TUBE, JobState.FAILED, tags)));
    }

    @Test
    void anOperationSelectsByKeyOrLabelOnceEveryBrokerDoes() {
        produce(new JobId("plain"));
        beats("old");
        says("old", "{\"version\":\"2.1.0\",\"reads\":\"any-id layout-2 layout-3\"}");
        String refused =
                "an operation cannot have a key or a label while broker old (release 2.1.0) is alive, which does"
                        + " not know them";
        for (TagFilter tags : List.of(new TagFilter("ann", null), new TagFilter(null, "eu"))) {
            GrapeException refusal = refusalOf(tags).orElseThrow();
            assertThat(refusal).hasMessage(refused);
            assertThat(refusal.code()).isEqualTo(ErrorCode.WRONG_STATE);
        }
        assertThat(refusalOf(TagFilter.ANY)).isEmpty();
        says("old", "{\"reads\":\"any-id layout-2 layout-3 operation-tags\"}");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> refusalOf(new TagFilter("ann", "eu")).isEmpty());
    }

    @Test
    void oneThatKnowsMoreStillReadsThem() {
        beats("later");
        says("later", "{\"reads\":\"layout-2 any-id\"}");
        assertThat(isTaken()).isTrue();
    }
}
