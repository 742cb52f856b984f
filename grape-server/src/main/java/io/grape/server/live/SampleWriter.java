package io.grape.server.live;

import io.grape.core.ErrorCode;
import io.grape.core.tube.Sample;
import io.grape.core.tube.SampleRange;
import io.grape.core.tube.Samples;
import io.grape.server.failure.BrokenTubes;
import io.grape.server.failure.Failures;
import io.grape.server.failure.FanOut;
import io.grape.server.metrics.TrafficListener;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the samples of this broker: every 10 s, in the middle of the slots, so that all brokers write once into each. Of the tubes in
 * which something happened, so many a time; the rest have their turn the next time. What cannot be written is tried again with
 * what comes next.
 */
public final class SampleWriter {
    private static final Logger LOG = LoggerFactory.getLogger(SampleWriter.class);
    private static final int TUBES_A_TIME = 500;
    private static final int TUBES_CONCURRENCY = 50;

    private final Vertx vertx;
    private final Context context;
    private final Samples samples;
    private final ActivityBuffer activity = new ActivityBuffer();
    private final long slotMillis;
    private Sample pending = Sample.NOTHING;
    private Future<Void> writing = Future.succeededFuture();
    private long timer = -1;
    private long next;
    private boolean stopped;

    public SampleWriter(Vertx vertx, Samples samples) {
        this(vertx, samples, SampleRange.HOUR.step());
    }

    /** With slots of another length. */
    SampleWriter(Vertx vertx, Samples samples, Duration slot) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.samples = samples;
        this.slotMillis = slot.toMillis();
    }

    /** To be told what passes through this broker. */
    public TrafficListener traffic() {
        return activity;
    }

    /** Begins; the first sample says that this broker is there. */
    public void start() {
        context.runOnContext(go -> write());
    }

    /** Writes what there is, and no more after that. */
    public Future<Void> stop() {
        return Future.future(still -> context.runOnContext(go -> {
            stopped = true;
            vertx.cancelTimer(timer);
            writing.otherwiseEmpty().compose(done -> flush()).onComplete(still);
        }));
    }

    private void write() {
        writing = flush();
        writing.onComplete(done -> {
            if (!stopped) {
                timer = vertx.setTimer(done.succeeded() ? next : slotMillis, now -> write());
            }
        });
    }

    private Future<Void> flush() {
        return Future.fromCompletionStage(
                        FanOut.ask(activity.take(TUBES_A_TIME), TUBES_CONCURRENCY, this::tube), context)
                .compose(done -> {
                    Sample sample = pending;
                    pending = Sample.NOTHING;
                    return Future.fromCompletionStage(samples.add(sample), context)
                            .onFailure(failure -> pending = pending.plus(sample));
                })
                .onSuccess(now -> next = untilMiddle(now))
                .onFailure(failure -> LOG.debug("samples could not be written, the next time they will be", failure))
                .mapEmpty();
    }

    private long untilMiddle(Instant now) {
        return slotMillis - Math.floorMod(now.toEpochMilli() - slotMillis / 2, slotMillis);
    }

    /** Done whether it could be written or not. */
    private CompletionStage<@Nullable Void> tube(ActivityBuffer.One one) {
        return Future.fromCompletionStage(samples.add(one.tube(), one.lateness(), one.runTimes()), context)
                .onSuccess(sample -> pending = pending.plus(sample))
                .onFailure(failure -> {
                    if (Failures.is(ErrorCode.STORE_UNAVAILABLE, failure)) {
                        activity.add(one);
                    } else {
                        BrokenTubes.passedOver(one.tube(), failure);
                    }
                })
                .<@Nullable Void>mapEmpty()
                .otherwiseEmpty()
                .toCompletionStage();
    }
}
