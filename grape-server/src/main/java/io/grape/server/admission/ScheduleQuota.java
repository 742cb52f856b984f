package io.grape.server.admission;

import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.schedule.TickQuota;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/** Counts the jobs of a schedule as produced by the client that put it. A tick is not a call of that client, so it is not in flight. */
public final class ScheduleQuota implements TickQuota {
    private final RateQuotas quotas;

    public ScheduleQuota(RateQuotas quotas) {
        this.quotas = quotas;
    }

    @Override
    public <T> CompletionStage<T> limit(
            String client, int wanted, IntFunction<CompletionStage<T>> tick, ToIntFunction<T> made) {
        QuotaClient limited = quotas.limitedClient(() -> ClientName.parse(client), QuotaPart.PRODUCE);
        if (limited == null || limited.quota().produce() == null) {
            return CompletableFuture.completedStage(wanted).thenCompose(tick::apply);
        }
        Quota rate = new Quota(limited.quota().produce(), null, null);
        return quotas.produceSome(new QuotaClient(limited.name(), limited.quotaName(), rate), wanted, tick, made);
    }
}
