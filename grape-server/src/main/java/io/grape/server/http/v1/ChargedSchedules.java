package io.grape.server.http.v1;

import io.grape.core.ErrorCode;
import io.grape.core.JobId;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.schedule.Backfill;
import io.grape.core.schedule.ScheduleChange;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.Schedules;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.IfMatch;
import io.grape.server.http.call.Request;
import io.grape.server.quota.ClientQuotas;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls that make jobs of schedules. Each such job counts as one that the caller produces. */
final class ChargedSchedules {
    /** Jobs that one step of a backfill asks the quota for. */
    private static final int STEP = 100;

    private final Schedules schedules;
    private final ClientQuotas quotas;

    ChargedSchedules(Schedules schedules, ClientQuotas quotas) {
        this.schedules = schedules;
        this.quotas = quotas;
    }

    private @Nullable QuotaClient client(Request request) {
        return quotas.limited(request::client, QuotaPart.PRODUCE);
    }

    /** Makes the occurrence that waits, unless the schedule is paused or as it was. */
    Future<ScheduleChange> put(Request request, String name, ScheduleRequest wanted) {
        Supplier<CompletionStage<ScheduleChange>> put = () ->
                schedules.put(request.tube(), name, wanted.by(request.client().toString()), IfMatch.number(request));
        return Boolean.TRUE.equals(wanted.isPaused()) ? request.await(put.get()) : change(request, put);
    }

    Future<ScheduleChange> resume(Request request, String name) {
        return change(request, () -> schedules.resume(request.tube(), name, IfMatch.number(request)));
    }

    private Future<ScheduleChange> change(Request request, Supplier<CompletionStage<ScheduleChange>> change) {
        QuotaClient client = client(request);
        return request.await(
                client == null
                        ? change.get()
                        : quotas.produceSome(client, 1, one -> change.get(), done -> done.isChanged() ? 1 : 0));
    }

    Future<JobId> run(Request request, String name) {
        QuotaClient client = client(request);
        Supplier<CompletionStage<JobId>> run = () -> schedules.run(request.tube(), name);
        return request.await(client == null ? run.get() : quotas.produce(client, run));
    }

    Future<Backfill> backfill(Request request, String name, Instant from, Instant to) {
        QuotaClient client = client(request);
        return request.await(schedules.past(request.tube(), name, from, to))
                .compose(all -> client == null
                        ? request.await(schedules.backfill(request.tube(), name, all))
                        : backfill(request, name, client, all, Backfill.NONE));
    }

    /** In steps, as occurrences that are there already do not count. */
    private Future<Backfill> backfill(
            Request request, String name, QuotaClient client, List<Instant> left, Backfill sum) {
        if (left.isEmpty()) {
            return Future.succeededFuture(sum);
        }
        return request.await(quotas.produceSome(
                        client,
                        Math.min(STEP, left.size()),
                        allowed -> schedules.backfill(request.tube(), name, left.subList(0, allowed)),
                        Backfill::made))
                .map(done -> new Step(done.made() + done.kept() + done.refused(), done))
                .recover(failure -> sum.made() > 0 && Failures.is(ErrorCode.QUOTA_EXCEEDED, failure)
                        ? Future.succeededFuture(
                                new Step(left.size(), new Backfill(0, 0, left.size(), "QUOTA_EXCEEDED")))
                        : Future.failedFuture(failure))
                .compose(step -> backfill(
                        request, name, client, left.subList(step.count(), left.size()), sum.plus(step.done())));
    }

    private record Step(int count, Backfill done) {}
}
