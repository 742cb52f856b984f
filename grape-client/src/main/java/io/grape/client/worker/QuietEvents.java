package io.grape.client.worker;

import io.grape.client.ClientEvents;
import java.time.Duration;

/** The client's listener. Its exceptions must not stop a worker. */
final class QuietEvents implements ClientEvents {
    private final ClientEvents listener;

    QuietEvents(ClientEvents listener) {
        this.listener = listener;
    }

    private static void tell(Runnable event) {
        Safely.run("a listener to the events of the client", event);
    }

    @Override
    public void handled(String tube, String outcome, Duration took, Duration lateness) {
        tell(() -> listener.handled(tube, outcome, took, lateness));
    }

    @Override
    public void leaseLost(String tube) {
        tell(() -> listener.leaseLost(tube));
    }

    @Override
    public void timedOut(String tube) {
        tell(() -> listener.timedOut(tube));
    }

    @Override
    public void stuck(String tube, int change) {
        tell(() -> listener.stuck(tube, change));
    }

    @Override
    public void working(String tube, int change) {
        tell(() -> listener.working(tube, change));
    }

    @Override
    public void held(String tube, int change) {
        tell(() -> listener.held(tube, change));
    }
}
