package io.grape.client;

import io.grape.client.transport.CallEvents;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/** Passes the transport's events to the user's listener. */
record EventAdapter(ClientEvents events) implements CallEvents {
    /** Others share one word, so the number of metrics is limited. */
    private static final Set<String> WHY_SHED = Set.of("delay", "queue", "memory", "node");

    private static final Set<String> NO_FAILURES = Set.of("ok", "cancelled");

    /** Unknown codes share one outcome, so the number of metrics is limited. */
    @Override
    public void called(String call, String outcome, Duration took) {
        String code = ErrorCode.of(outcome.toUpperCase(Locale.ROOT)).name().toLowerCase(Locale.ROOT);
        events.called(call, NO_FAILURES.contains(outcome) ? outcome : code, took);
    }

    @Override
    public void retried(String call) {
        events.retried(call);
    }

    @Override
    public void shed(String call, String why) {
        events.shed(call, WHY_SHED.contains(why) ? why : "other");
    }

    @Override
    public void throttled(String call) {
        events.throttled(call);
    }

    @Override
    public void broken(String call) {
        events.broken(call);
    }

    @Override
    public void ejected(URI broker, String why) {
        events.ejected(broker, why);
    }

    @Override
    public void restored(URI broker) {
        events.restored(broker);
    }
}
