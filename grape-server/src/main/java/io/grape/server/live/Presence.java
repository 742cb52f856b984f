package io.grape.server.live;

import io.grape.core.broker.Brokers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what this broker is, again and again. */
public final class Presence {
    private static final Logger LOG = LoggerFactory.getLogger(Presence.class);
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final Brokers brokers;
    private final Function<Duration, String> about;
    private long timer = -1;
    private volatile Duration took = Duration.ZERO;
    private Future<Void> saying = Future.succeededFuture();

    /** With what there is to say, as JSON, which is told how long it took to say it the last time. */
    public Presence(Vertx vertx, Brokers brokers, Function<Duration, String> about) {
        this.vertx = vertx;
        this.brokers = brokers;
        this.about = about;
    }

    /** Says it once, before this broker is counted among the living: what it reads is known from then on. */
    public Future<Void> introduce() {
        return say().otherwiseEmpty();
    }

    public void start() {
        say();
        timer = vertx.setPeriodic(EVERY.toMillis(), again -> say());
    }

    /** Says nothing more; done when nothing is on its way. */
    public Future<Void> stop() {
        vertx.cancelTimer(timer);
        return saying.otherwiseEmpty();
    }

    private Future<Void> say() {
        long begin = System.nanoTime();
        saying = Future.fromCompletionStage(brokers.say(about.apply(took)))
                .onSuccess(said -> took = Duration.ofNanos(System.nanoTime() - begin))
                .onFailure(failure -> LOG.debug("what this broker is could not be said", failure));
        return saying;
    }
}
