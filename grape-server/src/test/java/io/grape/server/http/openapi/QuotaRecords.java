package io.grape.server.http.openapi;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What requests and responses about quotas hold. */
interface QuotaRecords {
    String MILLION = "'minimum':1,'maximum':1000000";
    String RATE = "'minimum':0.00001,'maximum':1000000";
    String PRODUCE = "Jobs that it produces.";
    String CONSUME = "Jobs that are delivered to it.";
    String IN_FLIGHT = "Its leases and its running calls at the same time.";
    String USE = "Jobs of the last second, and what is in flight now. Not there for default.";
    String REFUSED = "Jobs of produces, and calls of the others, since the quota was made.";
    String CLIENTS = "For default only: those that were counted last, 100 at the most.";

    record QuotaRateSpec(
            @Says(value = "Jobs a second.", also = RATE) Double perSecond,

            @Says(value = "Jobs at once after a rest; absent = as many as a second, at least 1.", also = MILLION)
            Optional<@Nullable Integer> burst) {}

    @Says("At least one of these. What is absent or null has no limit.")
    record QuotaSpec(
            @Says(PRODUCE) Optional<@Nullable QuotaRateSpec> produce,
            @Says(CONSUME) Optional<@Nullable QuotaRateSpec> consume,
            @Says(value = IN_FLIGHT, also = MILLION) Optional<@Nullable Integer> inFlight) {}

    record QuotaRate(
            @Says(value = "Jobs a second.", also = RATE) Double perSecond,

            @Says(value = "Jobs at once after a rest.", also = MILLION)
            Integer burst) {}

    record SetQuota(
            String name,
            @Says(PRODUCE) Optional<QuotaRate> produce,
            @Says(CONSUME) Optional<QuotaRate> consume,
            @Says(value = IN_FLIGHT, also = MILLION) Optional<Integer> inFlight) {}

    @Says("What the quota limits.")
    record QuotaCounts(
            Optional<Scalars.Count> produce, Optional<Scalars.Count> consume, Optional<Scalars.Count> inFlight) {}

    record QuotaClient(String name, QuotaCounts use) {}

    record Quota(
            @Flat SetQuota quota,
            @Says(USE) Optional<QuotaCounts> use,
            @Says(CLIENTS) Optional<List<QuotaClient>> clients,
            @Says(REFUSED) QuotaCounts refused) {}

    record Quotas(List<Quota> quotas) {}
}
