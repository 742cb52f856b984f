package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.quota.ClientUse;
import io.grape.core.quota.HeldLease;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaRate;
import io.grape.core.quota.QuotaReport;
import io.grape.core.quota.QuotaUse;
import io.grape.core.quota.Quotas;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quotas of clients, on every shape of Redis. */
interface QuotasContract extends StoreContract {
    Duration HOURS = Duration.ofHours(10);
    /** One job in more than a day: none comes back during a test. */
    double HARDLY_ANY = 0.00001;

    private Quotas quotas() {
        return store().quotas();
    }

    private static String anyName() {
        return "q" + UUID.randomUUID().toString().substring(0, 13);
    }

    private static QuotaClient client(Quota quota) {
        String name = anyName();
        return new QuotaClient(name, name, quota);
    }

    private static QuotaClient client(
            @Nullable QuotaRate produce, @Nullable QuotaRate consume, @Nullable Integer inFlight) {
        return client(new Quota(produce, consume, inFlight));
    }

    private static QuotaUse step(QuotaPart part, String call, int counted, int wanted, @Nullable Duration within) {
        return new QuotaUse(part, call, counted, wanted, within, List.of(), true);
    }

    private int produced(QuotaClient client, int wanted) {
        return get(quotas().use(client, step(QuotaPart.PRODUCE, ":p", 0, wanted, null)))
                .jobs();
    }

    private int begun(QuotaClient client, String call, int wanted) {
        return get(quotas().use(client, step(QuotaPart.CONSUME, call, 0, wanted, HOURS)))
                .jobs();
    }

    private HeldLease lease(String job, Duration left) {
        return new HeldLease(
                Quotas.held(tube(), new JobId(job), Lease.CURRENT),
                get(store().time()).plus(left));
    }

    private int delivered(QuotaClient client, String call, int counted, HeldLease... leases) {
        return get(quotas().use(
                                client,
                                new QuotaUse(
                                        QuotaPart.CONSUME, call, counted, leases.length, HOURS, List.of(leases), true)))
                .jobs();
    }

    private long inFlight(QuotaClient client) {
        get(quotas().put(client.name(), client.quota()));
        QuotaReport report = get(quotas().report(client.name())).orElseThrow();
        return report.use().getOrDefault(QuotaPart.IN_FLIGHT, -1L);
    }

    @Test
    default void aQuotaIsThereUntilItIsRemoved() {
        String name = anyName();
        Quota quota = new Quota(new QuotaRate(2.5, 7), null, 3);
        long before = get(quotas().version());
        assertThat(get(quotas().put(name, quota))).isTrue();
        assertThat(get(quotas().all())).containsEntry(name, quota);
        Quota other = new Quota(null, new QuotaRate(1_000_000, 1_000_000), null);
        assertThat(get(quotas().put(name, other))).isFalse();
        assertThat(get(quotas().report(name)).orElseThrow().quota()).isEqualTo(other);
        assertThat(get(quotas().remove(name))).isTrue();
        assertThat(get(quotas().remove(name))).isFalse();
        assertThat(get(quotas().all())).doesNotContainKey(name);
        assertThat(get(quotas().report(name))).isEmpty();
        assertThat(get(quotas().version())).isEqualTo(before + 3);
    }

    /** Nobody tells of its end what nothing limits. */
    @Test
    default void whatIsInFlightIsForgottenWhereNothingLimitsIt() {
        QuotaClient own = client(null, null, 5);
        QuotaClient other = new QuotaClient(anyName(), Quota.DEFAULT, own.quota());
        Quota rates = new Quota(new QuotaRate(1, 1), null, null);
        for (QuotaClient client : List.of(own, other)) {
            get(quotas().put(client.quotaName(), client.quota()));
            assertThat(begun(client, ":a", 5)).isEqualTo(5);
            assertThat(inFlight(client)).isEqualTo(1);
            get(quotas().put(client.quotaName(), rates));
            assertThat(inFlight(client)).isZero();
            assertThat(begun(client, ":a", 5)).isEqualTo(5);
            get(quotas().remove(client.quotaName()));
            assertThat(inFlight(client)).isZero();
        }
    }

    @Test
    default void moreQuotasThanMayBeAreRefusedAndThoseThatAreThereStayChangeable() {
        Quota quota = new Quota(null, null, 1);
        int room = Quota.MAX_QUOTAS - get(quotas().all()).size();
        List<String> names = IntStream.range(0, room).mapToObj(at -> anyName()).toList();
        names.forEach(name -> get(quotas().put(name, quota)));
        assertFails(quotas().put(anyName(), quota), ErrorCode.WRONG_STATE);
        assertThat(get(quotas().put(names.get(0), quota))).isFalse();
        assertThat(get(quotas().reports())).hasSize(Quota.MAX_QUOTAS);
        names.forEach(name -> get(quotas().remove(name)));
    }

    @Test
    default void aRateAllowsABurstAndThenNoMore() {
        QuotaClient client = client(new QuotaRate(HARDLY_ANY, 10), null, null);
        assertThat(produced(client, 4)).isEqualTo(4);
        assertThat(produced(client, 4)).isEqualTo(4);
        assertThat(produced(client, 4)).isEqualTo(2);
        QuotaGrant none = get(quotas().use(client, step(QuotaPart.PRODUCE, ":p", 0, 1, null)));
        assertThat(none.jobs()).isZero();
        assertThat(none.retryAfter()).isBetween(Duration.ofHours(27), Duration.ofHours(28));
        assertThat(begun(client, ":c", 1000)).as("consumes have no rate").isEqualTo(1000);
    }

    @Test
    default void whatARefusalWaitsForComes() {
        QuotaClient client = client(new QuotaRate(5, 1), null, null);
        assertThat(produced(client, 3)).isEqualTo(1);
        await().atMost(Duration.ofMinutes(1)).until(() -> produced(client, 1) == 1);
    }

    @Test
    default void jobsThatDidNotComeAreGivenBack() {
        QuotaClient client = client(null, new QuotaRate(HARDLY_ANY, 10), null);
        assertThat(begun(client, ":a", 1000)).isEqualTo(10);
        assertThat(begun(client, ":b", 1)).isZero();
        assertThat(delivered(client, ":a", 10, lease("1", HOURS), lease("2", HOURS)))
                .isEqualTo(2);
        assertThat(begun(client, ":b", 1000)).isEqualTo(8);
        assertThat(delivered(client, ":b", 8)).isZero();
        assertThat(begun(client, ":c", 1000)).isEqualTo(8);
    }

    @Test
    default void aBurstThatWasLoweredHoldsAtOnce() {
        QuotaClient client = client(new QuotaRate(HARDLY_ANY, 1000), null, null);
        assertThat(produced(client, 900)).isEqualTo(900);
        QuotaClient lowered =
                new QuotaClient(client.name(), client.name(), new Quota(new QuotaRate(HARDLY_ANY, 10), null, null));
        assertThat(produced(lowered, 1)).isZero();
        QuotaClient raised =
                new QuotaClient(client.name(), client.name(), new Quota(new QuotaRate(1_000_000, 1000), null, null));
        await().atMost(Duration.ofMinutes(1)).until(() -> produced(raised, 1000) > 0);
    }

    @Test
    default void callsAndLeasesAreInFlightUntilTheyEnd() {
        QuotaClient client = client(null, null, 3);
        assertThat(begun(client, ":a", 1000)).as("cut to what is left").isEqualTo(3);
        assertThat(begun(client, ":b", 1000)).isEqualTo(2);
        assertThat(begun(client, ":c", 1000)).isEqualTo(1);
        assertThat(begun(client, ":d", 1000)).isZero();
        assertThat(produced(client, 1)).isZero();
        assertThat(inFlight(client)).isEqualTo(3);
        assertThat(delivered(client, ":a", 3, lease("1", HOURS), lease("2", HOURS), lease("3", HOURS)))
                .as("two others wait")
                .isEqualTo(1);
        assertThat(inFlight(client)).isEqualTo(3);
        get(quotas().end(client.name(), List.of(":b", ":c")));
        assertThat(inFlight(client)).isEqualTo(1);
        get(quotas().end(client.name(), List.of(Quotas.held(tube(), new JobId("1"), Lease.CURRENT))));
        assertThat(inFlight(client)).isZero();
        assertThat(begun(client, ":e", 1)).isEqualTo(1);
        get(quotas().use(client, step(QuotaPart.CONSUME, ":e", 1, 0, null)));
        assertThat(inFlight(client)).isZero();
    }

    @Test
    default void aConsumeThatGoesOnWaitingKeepsItsPlaceAndNothingElse() {
        QuotaClient client = client(null, new QuotaRate(HARDLY_ANY, 5), 2);
        assertThat(begun(client, ":a", 10)).isEqualTo(2);
        get(quotas().use(client, step(QuotaPart.CONSUME, ":a", 2, 0, HOURS)));
        assertThat(inFlight(client)).isEqualTo(1);
        assertThat(begun(client, ":b", 10)).isEqualTo(1);
        assertThat(begun(client, ":c", 10)).isZero();
        assertThat(delivered(client, ":a", 0, lease("1", HOURS), lease("2", HOURS)))
                .isEqualTo(1);
        assertThat(inFlight(client)).isEqualTo(2);
    }

    @Test
    default void whatABrokerThatDiedHadInFlightEndsByTime() {
        QuotaClient client = client(null, null, 1);
        get(quotas().use(client, step(QuotaPart.CONSUME, ":a", 0, 1, Duration.ofMillis(700))));
        await().atMost(Duration.ofMinutes(1)).until(() -> begun(client, ":b", 1) == 1);
        assertThat(delivered(client, ":b", 1, lease("1", Duration.ofMillis(700))))
                .isEqualTo(1);
        await().atMost(Duration.ofMinutes(1)).until(() -> begun(client, ":c", 1) == 1);
    }

    @Test
    default void aLeaseThatIsTouchedIsHeldForLonger() {
        QuotaClient client = client(null, null, 2);
        begun(client, ":a", 1);
        HeldLease lease = lease("1", Duration.ofSeconds(5));
        delivered(client, ":a", 1, lease);
        get(quotas().extend(
                        client.name(),
                        List.of(new HeldLease(lease.name(), lease.until().plus(HOURS)), lease("2", HOURS))));
        Instant over = lease.until();
        await().atMost(Duration.ofMinutes(1)).until(() -> get(store().time()).isAfter(over));
        assertThat(inFlight(client)).as("the other one it does not hold").isEqualTo(1);
    }

    @Test
    default void clientsWithoutAQuotaOfTheirOwnHaveEachTheDefault() {
        Quota quota = new Quota(new QuotaRate(HARDLY_ANY, 3), null, 1);
        String one = anyName();
        String other = anyName();
        assertThat(produced(new QuotaClient(one, Quota.DEFAULT, quota), 5)).isEqualTo(3);
        assertThat(produced(new QuotaClient(other, Quota.DEFAULT, quota), 2)).isEqualTo(2);
        get(quotas().put(Quota.DEFAULT, quota));
        QuotaReport report = get(quotas().report(Quota.DEFAULT)).orElseThrow();
        assertThat(report.use()).isEmpty();
        assertThat(report.clients()).extracting(ClientUse::name).contains(one, other);
        assertThat(get(quotas().remove(Quota.DEFAULT))).isTrue();
    }

    @Test
    default void aReportCountsWhatWasUsedAndRefused() {
        QuotaClient client = client(new QuotaRate(HARDLY_ANY, 10), new QuotaRate(HARDLY_ANY, 1), 1);
        get(quotas().put(client.name(), client.quota()));
        produced(client, 12);
        begun(client, ":a", 5);
        begun(client, ":b", 5);
        produced(client, 1);
        get(quotas().end(client.name(), List.of(":a")));
        begun(client, ":c", 5);
        QuotaReport report = get(quotas().report(client.name())).orElseThrow();
        assertThat(report.refused())
                .containsEntry(QuotaPart.PRODUCE, 2L)
                .containsEntry(QuotaPart.CONSUME, 1L)
                .containsEntry(QuotaPart.IN_FLIGHT, 2L);
        assertThat(get(quotas().reports())).anySatisfy(one -> {
            assertThat(one.name()).isEqualTo(client.name());
            assertThat(one.refused()).isEqualTo(report.refused());
        });
        get(quotas().remove(client.name()));
        get(quotas().put(client.name(), client.quota()));
        assertThat(get(quotas().report(client.name())).orElseThrow().refused()).containsEntry(QuotaPart.PRODUCE, 0L);
        get(quotas().remove(client.name()));
    }

    /** By Redis's clock: from before the first call to after the last one, no more than a burst and what the rate adds. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    default void theSumOfTwoBrokersIsNeverAboveTheLimit(long seed) {
        Random random = new Random(seed);
        double perSecond = Math.pow(10, random.nextDouble() * 4);
        int burst = 1 + random.nextInt(200);
        QuotaClient client = client(new QuotaRate(perSecond, burst), null, null);
        List<Quotas> brokers =
                List.of(quotas(), anotherStore(Duration.ofMinutes(1)).quotas());
        Instant begin = get(store().time());
        long allowed = 0;
        for (int at = 0; at < 300; at++) {
            List<CompletionStage<QuotaGrant>> round = new ArrayList<>();
            for (Quotas broker : brokers) {
                round.add(broker.use(client, step(QuotaPart.PRODUCE, ":p", 0, 1 + random.nextInt(2 * burst), null)));
            }
            allowed += round.stream().mapToLong(grant -> get(grant).jobs()).sum();
            double seconds = Duration.between(begin, get(store().time())).toMillis() / 1000.0 + 0.001;
            assertThat((double) allowed).as("seed %d", seed).isLessThanOrEqualTo(burst + perSecond * seconds + 1);
        }
        assertThat(allowed).isGreaterThanOrEqualTo(burst);
    }
}
