package io.grape.server.live;

import io.grape.core.Brokers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what this broker is, again and again. */
public final class Presence {
    private static final Logger LOG = LoggerFactory.getLogger(Presence.class);
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final Brokers brokers;
    private final Supplier<String> about;
    private long timer = -1;
    private Future<Void> saying = Future.succeededFuture();

    /** With what there is to say, as JSON. */
    public Presence(Vertx vertx, Brokers brokers, Supplier<String> about) {
        this.vertx = vertx;
        this.brokers = brokers;
        this.about = about;
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

    private void say() {
        saying = Future.fromCompletionStage(brokers.say(about.get()))
                .onFailure(failure -> LOG.debug("what this broker is could not be said", failure));
    }
}
