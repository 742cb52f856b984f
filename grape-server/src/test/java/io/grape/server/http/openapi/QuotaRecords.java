package io.grape.server.http.openapi;

import java.util.List;
import java.util.Optional;

/** What requests and responses about quotas hold. */
interface QuotaRecords {
    String USE = "Jobs of the last second, and what is in flight now. Not there for default.";
    String REFUSED = "Jobs of produces, and calls of the others, since the quota was made.";
    String CLIENTS = "For default only: those that were counted last, 100 at the most.";

    /** Declared by {@link io.grape.catalog.QuotaFields}. */
    record QuotaSpec() {}

    /** The same in a response. */
    record QuotaLimits() {}

    record SetQuota(String name, @Flat QuotaLimits limits) {}

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
