package io.grape.server.operations;

import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationTask;
import io.grape.core.operation.Operations;
import io.grape.server.failure.BrokenTubes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every 2 s for operations that nobody does, and does them: one call to Redis while there are none. A look takes a few, so that
 * other brokers get their part of many; the next follows soon where there may be more. A broker may have all that there are, whose
 * slices take {@linkplain SliceScheduler turns}; each goes on until it ends, is paused, or another broker has it. After a failure it is let
 * go: once its time as this broker's has run out, whoever looks first goes on with it, where it was last stored.
 */
public final class OperationRunner {
    private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);
    private static final Duration POLL_EVERY = Duration.ofSeconds(2);
    private static final Duration MORE_AFTER = Duration.ofMillis(200);
    private static final int TAKEN_AT_A_LOOK = 8;

    private final Vertx vertx;
    private final Context context;
    private final OperationQueue queue;
    private final Predicate<Throwable> isCovered;
    private final SliceScheduler scheduler;
    private int running;
    /** How many may be taken before the next look. */
    private int wanted;

    private boolean isLooking;
    private volatile boolean stopped;

    /**
     * A runner that does nothing yet.
     *
     * @param isCovered whether a failure is part of an outage that is told already
     */
    public OperationRunner(Vertx vertx, OperationQueue queue, Predicate<Throwable> isCovered) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.queue = queue;
        this.scheduler = new SliceScheduler(vertx);
        this.isCovered = isCovered;
    }

    public void start() {
        context.runOnContext(go -> {
            vertx.setPeriodic(POLL_EVERY.toMillis(), tick -> look());
            look();
        });
    }

    /** Begins nothing more: other brokers go on with what this one has. */
    public void stop() {
        stopped = true;
    }

    /** These operations, with a look at once where one may have become due. */
    public Operations hurried(Operations operations) {
        return new WakingOperations(operations, () -> context.runOnContext(go -> takeOneMore()));
    }

    private void look() {
        wanted = Math.max(wanted, TAKEN_AT_A_LOOK);
        take();
    }

    private void takeOneMore() {
        wanted++;
        take();
    }

    /** Where there is none, nobody wants one any more, but who came while it was asked. */
    private void take() {
        if (stopped || isLooking || wanted == 0 || running >= Operations.MAX_OPEN) {
            return;
        }
        isLooking = true;
        int asked = wanted;
        await(queue.take())
                .onComplete(looked -> {
                    isLooking = false;
                    boolean isFound = looked.succeeded() && looked.result().isPresent();
                    wanted -= isFound ? 1 : asked;
                })
                .onSuccess(found -> found.ifPresent(this::begin))
                .onFailure(failure -> failed("operations cannot be read, will retry", failure))
                .onComplete(looked -> take());
    }

    private void begin(OperationTask task) {
        LOG.info(
                "operation goes on here id={} tube={}",
                task.id(),
                task.request().tube());
        running++;
        if (wanted == 0) {
            vertx.setTimer(MORE_AFTER.toMillis(), more -> look());
        }
        new OperationRun(vertx, context, queue, scheduler, task, () -> stopped)
                .ended()
                .onComplete(ended -> {
                    running--;
                    if (ended.failed()) {
                        letGo(task, ended.cause());
                    } else {
                        LOG.info("operation is no longer done here id={} is={}", task.id(), ended.result());
                    }
                    takeOneMore();
                });
    }

    /** A tube that cannot be looked at here may be one that a later release made: a broker of that one goes on. */
    private void letGo(OperationTask task, Throwable failure) {
        if (!BrokenTubes.passedOver(task.request().tube(), failure)) {
            failed("an operation is let go, and gone on with later id=" + task.id(), failure);
        }
    }

    private <T> Future<T> await(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, context);
    }

    private void failed(String what, Throwable failure) {
        if (!isCovered.test(failure)) {
            LOG.warn("{}", what, failure);
        }
    }
}
