package io.grape.server.operations;

import io.grape.core.Operation;
import io.grape.core.OperationWork;
import io.grape.core.OperationWork.Work;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One operation while this broker does it: a slice, what came of it is stored, a pause, the next slice. Each step ends with a timer for
 * the next, so that the number of steps costs nothing.
 */
final class Run {
    private final Vertx vertx;
    private final Context context;
    private final OperationWork port;
    private final BooleanSupplier isStopped;
    private final Pace pace;
    private final Promise<String> ended = Promise.promise();
    private Work work;

    Run(Vertx vertx, Context context, OperationWork port, Work work, BooleanSupplier isStopped) {
        this.vertx = vertx;
        this.context = context;
        this.port = port;
        this.work = work;
        this.isStopped = isStopped;
        this.pace = new Pace(work.request().perSecond());
    }

    /** Begins; done once it is not this broker's any more, with how it stands then. */
    Future<String> ended() {
        sleep();
        return ended.future();
    }

    /** While the wait is long, it sees to it that the operation stays this broker's, and whether somebody paused it. */
    private void sleep() {
        long millis = pace.untilNext();
        if (millis < Pace.LONG_MILLIS) {
            in(millis, this::slice);
        } else {
            in(Pace.LONG_MILLIS, () -> save(pace.isDue() ? this::slice : this::sleep));
        }
    }

    private void slice() {
        pace.begins();
        await(port.slice(work, pace.mostAtOnce()), next -> {
            pace.did(next.done() - work.done());
            work = next;
            save(this::sleep);
        });
    }

    private void save(Runnable then) {
        await(port.save(work), state -> {
            if (state.equals(Optional.of(Operation.State.RUNNING))) {
                then.run();
            } else {
                ended.complete(state.map(Operation.State::wireName).orElse("another broker's"));
            }
        });
    }

    private void in(long millis, Runnable step) {
        vertx.setTimer(millis, now -> {
            if (isStopped.getAsBoolean()) {
                ended.complete("left to others");
            } else {
                step.run();
            }
        });
    }

    private <T> void await(CompletionStage<T> stage, Consumer<T> then) {
        Future.fromCompletionStage(stage, context)
                .map(found -> {
                    then.accept(found);
                    return found;
                })
                .onFailure(ended::tryFail);
    }
}
