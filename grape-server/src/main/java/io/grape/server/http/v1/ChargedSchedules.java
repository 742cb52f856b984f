package io.grape.server.http.v1;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.schedule.Backfill;
import io.grape.core.schedule.ScheduleChange;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.Schedules;
import io.grape.server.admission.RateQuotas;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.IfMatch;
import io.grape.server.http.call.Request;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls that make jobs of schedules. Each such job counts as one that the caller produces. */
final class ChargedSchedules {
    /** Jobs that one step of a backfill asks the quota for. */
    private static final int STEP = 100;
    /** With these a call has made no job. */
    private static final Set<ErrorCode> MAKES_NO_JOB = EnumSet.of(
            ErrorCode.BAD_REQUEST,
            ErrorCode.TUBE_NOT_FOUND,
            ErrorCode.NOT_FOUND,
            ErrorCode.WRONG_STATE,
            ErrorCode.GATED,
            ErrorCode.TUBE_FULL,
            ErrorCode.DUPLICATE);

    private final Schedules schedules;
    private final RateQuotas quotas;

    ChargedSchedules(Schedules schedules, RateQuotas quotas) {
        this.schedules = schedules;
        this.quotas = quotas;
    }

    private @Nullable QuotaClient client(Request request) {
        return quotas.limitedClient(request::client, QuotaPart.PRODUCE);
    }

    /** Makes the occurrence that waits, unless the schedule is paused or as it was. */
    Future<ScheduleChange> put(Request request, String name, ScheduleRequest wanted) {
        Supplier<CompletionStage<ScheduleChange>> put = () ->
                schedules.put(request.tube(), name, wanted.by(request.client().toString()), IfMatch.number(request));
        return Boolean.TRUE.equals(wanted.isPaused()) ? request.await(put.get()) : change(request, name, wanted, put);
    }

    Future<ScheduleChange> resume(Request request, String name) {
        return change(request, name, null, () -> schedules.resume(request.tube(), name, IfMatch.number(request)));
    }

    /**
     * A call that leaves the schedule as it is makes no job, so it also works without any quota left.
     *
     * @param wanted what is put; null = the schedule is resumed
     */
    private Future<ScheduleChange> change(
            Request request,
            String name,
            @Nullable ScheduleRequest wanted,
            Supplier<CompletionStage<ScheduleChange>> change) {
        QuotaClient client = client(request);
        return request.await(
                client == null
                        ? change.get()
                        : schedules
                                .unchanged(request.tube(), name, wanted, IfMatch.number(request))
                                .thenCompose(same -> same.isPresent()
                                        ? CompletableFuture.completedStage(same.get())
                                        : charge(client, change, ScheduleChange::isChanged)));
    }

    Future<JobId> run(Request request, String name) {
        QuotaClient client = client(request);
        Supplier<CompletionStage<JobId>> run = () -> schedules.run(request.tube(), name);
        return request.await(client == null ? run.get() : charge(client, run, made -> true));
    }

    /** Counts a job unless none was made, because nothing changed or the call was refused. */
    private <T> CompletionStage<T> charge(
            QuotaClient client, Supplier<CompletionStage<T>> call, Predicate<T> makesJob) {
        return quotas.<Outcome<T>>produceSome(
                        client,
                        1,
                        one -> call.get()
                                .thenApply(done ->
                                        new Outcome<>(CompletableFuture.completedStage(done), makesJob.test(done)))
                                .exceptionallyCompose(ChargedSchedules::refused),
                        outcome -> outcome.makesJob() ? 1 : 0)
                .thenCompose(Outcome::result);
    }

    private record Outcome<T>(CompletionStage<T> result, boolean makesJob) {}

    private static <T> CompletionStage<Outcome<T>> refused(Throwable failure) {
        return Failures.cause(failure) instanceof GrapeException ours && MAKES_NO_JOB.contains(ours.code())
                ? CompletableFuture.completedStage(new Outcome<>(CompletableFuture.failedStage(ours), false))
                : CompletableFuture.failedStage(failure);
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
