package io.grape.client.worker;

import io.grape.client.ClientEvents;
import java.time.Duration;

/** The listener of a client, one that throws included: what it does wrong must not stop a lane. */
final class QuietEvents implements ClientEvents {
    private final ClientEvents told;

    QuietEvents(ClientEvents told) {
        this.told = told;
    }

    private static void tell(Runnable event) {
        Safely.run("a listener to the events of the client", event);
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
    public void timedOut(String tube) {
        tell(() -> told.timedOut(tube));
    }

    @Override
    public void stuck(String tube, int change) {
        tell(() -> told.stuck(tube, change));
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
