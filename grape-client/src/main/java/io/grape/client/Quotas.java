package io.grape.client;

import java.util.List;
import java.util.Optional;

/**
 * The calls for quotas, which limit what one client may do ({@code docs/http.md#quotas}). They take the right
 * {@code access.admin}. A name is that of a token, {@code user:} and that of a user, an address, or {@code default} for
 * each client that has none of its own. Each call fails with a {@link GrapeException}.
 */
public final class Quotas {
    private final AsyncQuotas async;

    Quotas(AsyncQuotas async) {
        this.async = async;
    }

    /**
     * Makes or replaces a quota, and returns it as it is now. It holds at every broker within two seconds. Fails with
     * {@link ErrorCode#WRONG_STATE} if there are 1,000 others.
     */
    public QuotaSettings put(String name, QuotaSettings settings) {
        return Futures.get(async.put(name, settings));
    }

    /** A quota and its use; empty if there is none. */
    public Optional<QuotaStatus> get(String name) {
        return Futures.get(async.get(name));
    }

    /** All quotas by name. */
    public List<QuotaStatus> list() {
        return Futures.get(async.list());
    }

    /** Removes a quota. False if there is none. */
    public boolean delete(String name) {
        return Futures.get(async.delete(name));
    }
}
