package io.grape.server.metrics;

import java.util.concurrent.atomic.AtomicLong;

/** What a broker knows of workers and their leases. */
public interface WorkerCounts {
    /** How many workers have a stream here. */
    int present();

    /** How many leases of workers are remembered here. */
    int leases();

    /** How many workers this broker found dead. */
    AtomicLong died();

    /** How many leases this broker ended because their worker had died. */
    AtomicLong endedLeases();
}
