package io.grape.outbox;

import java.time.Duration;

/**
 * How a relay works.
 *
 * @param timeout of the produce in a transaction
 */
record RelaySettings(int batch, Duration poll, Duration timeout) {
    /** So long a transaction may do nothing, and a statement may take. */
    Duration idle() {
        return timeout.multipliedBy(2);
    }
}
