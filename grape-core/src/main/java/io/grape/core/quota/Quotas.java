package io.grape.core.quota;

import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The quotas, and what each client uses of its own. All brokers share it: what one counts, all know. A lease, or a call whose broker
 * died, stops to count when its time is over.
 */
public interface Quotas {
    /** A number that grows with every change of a quota. */
    CompletionStage<Long> version();

    /** All, by name. */
    CompletionStage<Map<String, Quota>> all();

    /** Makes or replaces a quota; true if it was made. Fails with WRONG_STATE if there are {@value Quota#MAX_QUOTAS} others. */
    CompletionStage<Boolean> put(String name, Quota quota);

    /** Removes a quota; false if there is none. */
    CompletionStage<Boolean> remove(String name);

    /** Each quota and its use, in the order of their names. */
    CompletionStage<List<QuotaReport>> reports();

    /** One of them. */
    CompletionStage<Optional<QuotaReport>> report(String name);

    /** Counts a step of a call. What is not allowed is not counted. */
    CompletionStage<QuotaGrant> use(QuotaClient client, QuotaUse step);

    /** Leases that a client holds last longer. */
    CompletionStage<Void> extend(String client, List<HeldLease> leases);

    /** A client has ended leases, or a call. */
    CompletionStage<Void> end(String client, Collection<String> ended);

    /** How a lease is called that is held. What ends an earlier one of the job does not end it. */
    static String held(TubeName tube, JobId id, Lease lease) {
        return tube.value() + ':' + lease.value() + ':' + id.value();
    }
}
