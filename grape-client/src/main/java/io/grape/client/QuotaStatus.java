package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A quota, and how much of it is in use.
 *
 * @param use jobs of the last second, and what is in flight now; null for {@code default}
 * @param refused jobs of produces, and calls of the others, since the quota was made
 * @param clients for {@code default}: the clients that were counted last, 100 at the most; else empty
 */
public record QuotaStatus(
        String name,
        QuotaSettings settings,
        @Nullable QuotaCounts use,
        QuotaCounts refused,
        List<QuotaClient> clients) {
    /** Copies the clients. */
    public QuotaStatus {
        clients = List.copyOf(clients);
    }
}
