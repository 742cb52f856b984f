package io.grape.server.metrics;

import io.grape.core.TubeName;
import java.time.Duration;

/** Is told what passes through a broker, on its hot path: cheap, and never to wait. */
public interface TrafficListener {
    /** Nobody wants to know. */
    TrafficListener UNHEARD = new TrafficListener() {
        @Override
        public void in(TubeName tube) {}

        @Override
        public void late(TubeName tube, Duration by) {}

        @Override
        public void ran(TubeName tube, Duration time) {}
    };

    /** Something happened in a tube. */
    void in(TubeName tube);

    /** A job was delivered, so long after it was due. */
    void late(TubeName tube, Duration by);

    /** A consumer finished, released or buried a job, so long after it was delivered. */
    void ran(TubeName tube, Duration time);
}
