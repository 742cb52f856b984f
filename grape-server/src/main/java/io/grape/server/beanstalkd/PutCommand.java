package io.grape.server.beanstalkd;

import io.grape.core.CallContext;
import io.grape.core.ErrorCode;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Due;
import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.OnMissingTube;
import io.grape.core.job.Payload;
import io.grape.core.job.ProduceOptions;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.tube.TubeCreator;
import io.grape.core.tube.TubeSettings;
import io.grape.server.access.Principal;
import io.grape.server.access.PrincipalKind;
import io.grape.server.failure.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Puts: each job gets the next number of its tube, which is made if need be. Lives on one event loop. */
final class PutCommand {
    private static final ProduceOptions OPTIONS = ProduceOptions.USUAL.onMissingTube(OnMissingTube.FAIL);
    /** Numbers that clients of other protocols own, and tubes that are removed again and again. */
    private static final int MAX_TRIES = 10;

    private final Session session;
    private final int maxTubes;
    /** Done once the put before is on its way: the jobs of one connection are in the order of its puts, also where a number has to be waited for. */
    private CompletionStage<?> before = CompletableFuture.completedStage(null);

    PutCommand(Session session, int maxTubes) {
        this.session = session;
        this.maxTubes = maxTubes;
    }

    CompletionStage<Reply> run(Incoming.Put put) {
        QuotaClient client = session.ports().quotas().limitedClient(session::client, QuotaPart.PRODUCE);
        TubeName tube = session.used();
        if (client == null) {
            return inTurn(tube, put, CompletableFuture.completedStage(null));
        }
        CompletableFuture<@Nullable Void> allowed = new CompletableFuture<>();
        CompletionStage<Reply> done = inTurn(tube, put, session.await(allowed));
        return session.ports()
                .quotas()
                .produce(client, () -> {
                    allowed.complete(null);
                    return done;
                })
                .whenComplete((reply, failure) -> {
                    if (failure != null) {
                        allowed.completeExceptionally(failure);
                    }
                });
    }

    private CompletionStage<Reply> inTurn(TubeName tube, Incoming.Put put, CompletionStage<?> allowed) {
        CompletionStage<CompletionStage<Reply>> begun = before.handle((sent, failure) -> allowed)
                .thenCompose(now -> now)
                .thenCompose(now -> session.await(next(tube)))
                .thenApply(number -> produce(tube, put, number, MAX_TRIES));
        before = begun;
        return begun.thenCompose(reply -> reply);
    }

    private CompletionStage<Long> next(TubeName tube) {
        return again(tube, () -> session.ports().numbers().next(tube), MAX_TRIES);
    }

    private CompletionStage<Reply> produce(TubeName tube, Incoming.Put put, long number, int tries) {
        NewJob job = new NewJob(
                new JobId(Long.toString(number)),
                Payload.binary(put.body()),
                JobTags.NONE,
                null,
                Headers.NONE,
                Due.after(put.delay()),
                put.ttr(),
                put.priority(),
                NewJob.ENDLESS_UNLESS_SET,
                null,
                null,
                OnDuplicate.REJECT,
                null);
        return again(
                        tube,
                        () -> session.ports().broker().produce(tube, job, OPTIONS, new CallContext(null, session)),
                        tries)
                .thenApply(produced -> Reply.line("INSERTED " + number))
                .exceptionallyCompose(failure -> tries > 0 && Failures.is(ErrorCode.DUPLICATE, failure)
                        ? next(tube).thenCompose(other -> produce(tube, put, other, tries - 1))
                        : CompletableFuture.failedStage(failure));
    }

    /** A call into the tube; again, once the tube is made. */
    private <T> CompletionStage<T> again(TubeName tube, Call<T> call, int tries) {
        return call.run()
                .exceptionallyCompose(failure -> tries > 0 && Failures.is(ErrorCode.TUBE_NOT_FOUND, failure)
                        ? make(tube).thenCompose(made -> again(tube, call, tries - 1))
                        : CompletableFuture.failedStage(failure));
    }

    @FunctionalInterface
    private interface Call<T> {
        CompletionStage<T> run();
    }

    private CompletionStage<Boolean> make(TubeName tube) {
        Principal caller = session.caller();
        return caller.kind() == PrincipalKind.ANONYMOUS
                ? session.ports().tubes().create(tube, TubeSettings.DEFAULT)
                : session.ports()
                        .tubes()
                        .create(tube, TubeSettings.DEFAULT, new TubeCreator(caller.creatorName(), maxTubes));
    }
}
