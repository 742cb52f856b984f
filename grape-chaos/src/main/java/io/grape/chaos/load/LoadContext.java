package io.grape.chaos.load;

import io.grape.chaos.history.History;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** What the producers and consumers of a load share. */
final class LoadContext {
    private final LoadOptions options;
    private final History history = new History();
    private final HttpCaller caller;
    private final AtomicInteger large = new AtomicInteger();
    private volatile Phase phase = Phase.RUNNING;

    LoadContext(LoadOptions options, HttpCaller caller) {
        this.options = options;
        this.caller = caller;
    }

    LoadOptions options() {
        return options;
    }

    History history() {
        return history;
    }

    HttpCaller caller() {
        return caller;
    }

    Phase phase() {
        return phase;
    }

    void enter(Phase next) {
        phase = next;
    }

    /** So many of the next jobs are large. */
    void produceLarge(int jobs) {
        large.addAndGet(jobs);
    }

    /** Whether the next job is to be one of those. */
    boolean takesLarge() {
        return large.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    /** One of those that are in use. */
    String tube(Random chooser) {
        return options.tubes().get(chooser.nextInt(options.tubes().size()));
    }

    void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            phase = Phase.OVER;
            Thread.currentThread().interrupt();
        }
    }
}
