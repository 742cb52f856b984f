package io.grape.server.live;

import io.grape.core.broker.BrokerRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what this broker is, again and again. */
public final class StatusPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(StatusPublisher.class);
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final BrokerRegistry brokers;
    private final Function<Duration, String> about;
    private long timer = -1;
    private volatile Duration took = Duration.ZERO;
    private Future<Void> saying = Future.succeededFuture();

    /** With what there is to say, as JSON, which is told how long it took to say it the last time. */
    public StatusPublisher(Vertx vertx, BrokerRegistry brokers, Function<Duration, String> about) {
        this.vertx = vertx;
        this.brokers = brokers;
        this.about = about;
    }

    /** Says it once, before this broker is counted among the living: what it reads is known from then on. */
    public Future<Void> introduce() {
        return publish().otherwiseEmpty();
    }

    public void start() {
        publish();
        timer = vertx.setPeriodic(EVERY.toMillis(), again -> publish());
    }

    /** Says nothing more; done when nothing is on its way. */
    public Future<Void> stop() {
        vertx.cancelTimer(timer);
        return saying.otherwiseEmpty();
    }

    private Future<Void> publish() {
        long begin = System.nanoTime();
        saying = Future.fromCompletionStage(brokers.publish(about.apply(took)))
                .onSuccess(said -> took = Duration.ofNanos(System.nanoTime() - begin))
                .onFailure(failure -> LOG.debug("what this broker is could not be said", failure));
        return saying;
    }
}
