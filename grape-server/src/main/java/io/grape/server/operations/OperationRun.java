package io.grape.server.operations;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.server.failure.Failures;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One operation while this broker does it: a pause, in line for a turn, a slice, what came of it is stored, the turn is over. Where
 * nothing was stored for a third of the time for which it is this broker's, a heartbeat sees to it that it stays so, however long it waits,
 * and whether somebody paused it. Operations that have slices need none. A slice that fails by a fault of ours is tried again a few
 * times; then the operation has failed.
 */
final class OperationRun {
    private static final Logger LOG = LoggerFactory.getLogger(OperationRun.class);
    private static final int MAX_FAULTS = 3;
    private static final String FAULT = "a fault of the broker, whose log tells more under the id of the operation";
    private static final int BEATS = 3;
    /** How much earlier a heartbeat may come at random, so that those of many operations do not meet. */
    private static final double EARLIER = 1 / 3.0;

    private final Vertx vertx;
    private final Context context;
    private final OperationQueue queue;
    private final SliceScheduler scheduler;
    private final BooleanSupplier isStopped;
    private final SliceRate rate;
    private final Promise<String> ended = Promise.promise();
    private OperationTask task;
    private boolean isSliced;
    private int faults;
    private long heartbeat;

    OperationRun(
            Vertx vertx,
            Context context,
            OperationQueue queue,
            SliceScheduler scheduler,
            OperationTask task,
            BooleanSupplier isStopped) {
        this.vertx = vertx;
        this.context = context;
        this.queue = queue;
        this.scheduler = scheduler;
        this.task = task;
        this.isStopped = isStopped;
        this.rate = new SliceRate(task.request().perSecond());
    }

    /** Begins; done once it is not this broker's any more, with how it stands then. */
    Future<String> ended() {
        waitForBeat();
        sleep();
        return ended.future().onComplete(how -> vertx.cancelTimer(heartbeat));
    }

    /** The time begins anew whenever something is stored. */
    private void waitForBeat() {
        vertx.cancelTimer(heartbeat);
        double share = 1 - ThreadLocalRandom.current().nextDouble(EARLIER);
        long millis = Math.round(queue.takenOverAfter().toMillis() * share / BEATS);
        heartbeat = vertx.setTimer(Math.max(1, millis), tick -> heartbeat());
    }

    private void heartbeat() {
        if (!isOver() && !isSliced) {
            await(queue.save(task)).onSuccess(this::told).onFailure(ended::tryFail);
        }
    }

    private void sleep() {
        if (!isOver()) {
            vertx.setTimer(
                    rate.untilNext(), now -> scheduler.next(task.request().tube(), this::slice));
        }
    }

    private void slice(SliceScheduler.Turn turn) {
        if (isOver()) {
            turn.over();
            return;
        }
        rate.begins();
        isSliced = true;
        await(queue.slice(task, rate.mostAtOnce()))
                .compose(this::stored, this::failed)
                .onComplete(done -> {
                    isSliced = false;
                    turn.over();
                })
                .onSuccess(state -> {
                    told(state);
                    sleep();
                })
                .onFailure(ended::tryFail);
    }

    private Future<Optional<OperationState>> stored(OperationTask next) {
        faults = 0;
        rate.did(next.done() - task.done());
        task = next;
        return await(queue.save(task));
    }

    /** What no outage explains would fail for ever. */
    private Future<Optional<OperationState>> failed(Throwable failure) {
        if (Failures.cause(failure) instanceof GrapeException ours && ours.code() != ErrorCode.INTERNAL) {
            return Future.failedFuture(failure);
        }
        faults++;
        rate.failed();
        if (faults < MAX_FAULTS) {
            LOG.warn("a slice failed, will retry id={}: {}", task.id(), Failures.detail(failure));
        } else {
            LOG.error(
                    "operation failed id={} tube={}", task.id(), task.request().tube(), failure);
            task = task.ended(OperationState.FAILED, FAULT);
        }
        return await(queue.save(task));
    }

    private void told(Optional<OperationState> state) {
        if (!state.equals(Optional.of(OperationState.RUNNING))) {
            ended.tryComplete(state.map(OperationState::wireName).orElse("another broker's"));
        } else if (!ended.future().isComplete()) {
            waitForBeat();
        }
    }

    private boolean isOver() {
        if (isStopped.getAsBoolean()) {
            ended.tryComplete("left to others");
        }
        return ended.future().isComplete();
    }

    private <T> Future<T> await(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, context);
    }
}
