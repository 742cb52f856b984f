package io.grape.spring;

import io.grape.client.ClientEvents;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells several listeners, each whatever the others throw. */
record AllEvents(List<ClientEvents> all) implements ClientEvents {
    private static final Logger LOG = LoggerFactory.getLogger(AllEvents.class);

    private void tell(Consumer<ClientEvents> event) {
        for (ClientEvents one : all) {
            try {
                event.accept(one);
            } catch (RuntimeException e) {
                LOG.warn("a listener to the events of the client failed listener={}", one.getClass(), e);
            }
        }
    }

    @Override
    public void called(String call, String outcome, Duration took) {
        tell(to -> to.called(call, outcome, took));
    }

    @Override
    public void retried(String call) {
        tell(to -> to.retried(call));
    }

    @Override
    public void shed(String call, String why) {
        tell(to -> to.shed(call, why));
    }

    @Override
    public void throttled(String call) {
        tell(to -> to.throttled(call));
    }

    @Override
    public void broken(String call) {
        tell(to -> to.broken(call));
    }

    @Override
    public void ejected(URI broker, String why) {
        tell(to -> to.ejected(broker, why));
    }

    @Override
    public void restored(URI broker) {
        tell(to -> to.restored(broker));
    }

    @Override
    public void handled(String tube, String outcome, Duration took, Duration lateness) {
        tell(to -> to.handled(tube, outcome, took, lateness));
    }

    @Override
    public void leaseLost(String tube) {
        tell(to -> to.leaseLost(tube));
    }

    @Override
    public void timedOut(String tube) {
        tell(to -> to.timedOut(tube));
    }

    @Override
    public void stuck(String tube, int change) {
        tell(to -> to.stuck(tube, change));
    }

    @Override
    public void working(String tube, int change) {
        tell(to -> to.working(tube, change));
    }

    @Override
    public void held(String tube, int change) {
        tell(to -> to.held(tube, change));
    }

    @Override
    public void buffered(String tube) {
        tell(to -> to.buffered(tube));
    }

    @Override
    public void unbuffered(String tube, String outcome) {
        tell(to -> to.unbuffered(tube, outcome));
    }

    @Override
    public void bufferFull(String buffer) {
        tell(to -> to.bufferFull(buffer));
    }

    @Override
    public void bufferDamaged(String buffer) {
        tell(to -> to.bufferDamaged(buffer));
    }

    @Override
    public void bufferState(String buffer, long jobs, long bytes, Duration oldestAge) {
        tell(to -> to.bufferState(buffer, jobs, bytes, oldestAge));
    }

    @Override
    public void dropListenerFailed(String buffer) {
        tell(to -> to.dropListenerFailed(buffer));
    }

    @Override
    public void droppedForgotten(String buffer, long jobs) {
        tell(to -> to.droppedForgotten(buffer, jobs));
    }
}
