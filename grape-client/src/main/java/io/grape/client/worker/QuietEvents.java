package io.grape.client.worker;

import io.grape.client.ClientEvents;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listener of a client, one that throws included: what it does wrong must not stop a lane. */
final class QuietEvents implements ClientEvents {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    private final ClientEvents told;

    QuietEvents(ClientEvents told) {
        this.told = told;
    }

    private static void tell(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("a listener to the events of the client failed", e);
        }
    }

    @Override
    public void handled(String tube, String outcome, Duration took, Duration lateness) {
        tell(() -> told.handled(tube, outcome, took, lateness));
    }

    @Override
    public void leaseLost(String tube) {
        tell(() -> told.leaseLost(tube));
    }

    @Override
    public void working(String tube, int change) {
        tell(() -> told.working(tube, change));
    }

    @Override
    public void held(String tube, int change) {
        tell(() -> told.held(tube, change));
    }
}
