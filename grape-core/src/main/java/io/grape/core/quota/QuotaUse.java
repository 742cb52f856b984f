package io.grape.core.quota;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of a call of a client.
 *
 * @param part PRODUCE or CONSUME
 * @param call which call, unique
 * @param counted how many jobs were allowed to this call so far: those come back first
 * @param wanted how many jobs it wants, those that were allowed so far among them
 * @param within how long the call still runs at the most; null = it ends now
 * @param leases of the wanted jobs, if they were delivered: as many as are allowed are held from now on, the first ones, and the
 *     call ends; empty = none
 * @param tells whether a refusal is counted as one
 */
public record QuotaUse(
        QuotaPart part,
        String call,
        int counted,
        int wanted,
        @Nullable Duration within,
        List<HeldLease> leases,
        boolean tells) {
    public QuotaUse {
        leases = List.copyOf(leases);
    }

    /** Whether it is the first step of its call. */
    public boolean begins() {
        return wanted > 0 && counted == 0 && leases.isEmpty();
    }
}
