package io.grape.core.quota;

import java.util.List;
import java.util.Map;

/**
 * A quota, and how much of it is in use.
 *
 * @param use jobs of the last second, and what is in flight now; of {@link Quota#DEFAULT} empty
 * @param refused jobs or calls refused since the quota was made
 * @param clients those that are counted under {@link Quota#DEFAULT}, the latest 100, each with its use; else empty
 */
public record QuotaReport(
        String name, Quota quota, Map<QuotaPart, Long> use, Map<QuotaPart, Long> refused, List<ClientUse> clients) {
    public QuotaReport {
        use = Map.copyOf(use);
        refused = Map.copyOf(refused);
        clients = List.copyOf(clients);
    }
}
