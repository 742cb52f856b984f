package io.grape.server.operations;

import io.grape.core.OperationWork;
import io.grape.core.OperationWork.Work;
import io.grape.core.Operations;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every 2 s for an operation that nobody does, and does it: one call to Redis while there is none. A broker does a few at
 * a time; each goes on until it ends, is paused, or another broker has it. After a failure it is let go: once its time as this
 * broker's has run out, whoever looks first goes on with it, where it was last stored.
 */
public final class OperationRunner {
    private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
    private static final int MOST_AT_ONCE = 32;

    private final Vertx vertx;
    private final Context context;
    private final OperationWork port;
    private final Predicate<Throwable> isCovered;
    private int running;
    private boolean isLooking;
    private volatile boolean stopped;

    /**
     * A runner that does nothing yet.
     *
     * @param isCovered whether a failure is part of an outage that is told already
     */
    public OperationRunner(Vertx vertx, OperationWork port, Predicate<Throwable> isCovered) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.port = port;
        this.isCovered = isCovered;
    }

    public void start() {
        context.runOnContext(go -> {
            vertx.setPeriodic(LOOK_EVERY.toMillis(), tick -> look());
            look();
        });
    }

    /** Begins nothing more: other brokers go on with what this one has. */
    public void stop() {
        stopped = true;
    }

    /** These operations, with a look at once where one may have become due. */
    public Operations hurried(Operations operations) {
        return new HurriedOperations(operations, () -> context.runOnContext(go -> look()));
    }

    private void look() {
        if (stopped || isLooking || running == MOST_AT_ONCE) {
            return;
        }
        isLooking = true;
        await(port.take())
                .onComplete(looked -> isLooking = false)
                .onSuccess(found -> found.ifPresent(this::begin))
                .onFailure(failure -> failed("operations cannot be looked for, will try again", failure));
    }

    private void begin(Work work) {
        LOG.info(
                "operation goes on here id={} tube={}",
                work.id(),
                work.request().tube());
        running++;
        new Run(vertx, context, port, work, () -> stopped).ended().onComplete(ended -> {
            running--;
            if (ended.failed()) {
                failed("an operation is let go, and gone on with later id=" + work.id(), ended.cause());
            } else {
                LOG.info("operation is no longer done here id={} is={}", work.id(), ended.result());
            }
            look();
        });
        look();
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
