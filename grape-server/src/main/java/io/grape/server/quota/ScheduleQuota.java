package io.grape.server.quota;

import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.schedule.TickQuota;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/** Counts what ticks make as produced by the client that put the schedule. A tick is no call of that client, so it is not in flight. */
public final class ScheduleQuota implements TickQuota {
    private final ClientQuotas quotas;

    public ScheduleQuota(ClientQuotas quotas) {
        this.quotas = quotas;
    }

    @Override
    public <T> CompletionStage<T> limit(
            String client, int wanted, IntFunction<CompletionStage<T>> tick, ToIntFunction<T> made) {
        QuotaClient limited = quotas.limited(() -> ClientName.parse(client), QuotaPart.PRODUCE);
        if (limited == null || limited.quota().produce() == null) {
            return CompletableFuture.completedStage(wanted).thenCompose(tick::apply);
        }
        Quota rate = new Quota(limited.quota().produce(), null, null);
        return quotas.produceSome(new QuotaClient(limited.name(), limited.quotaName(), rate), wanted, tick, made);
    }
}
