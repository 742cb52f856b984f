package io.grape.server.metrics;

import io.grape.core.key.KeyShares;
import java.util.Optional;

/** Whether a job's key has a large part of its tube. */
enum KeysLabel {
    /** The job has no key, or its tube does not share by keys, or is counted with others. To Prometheus, no label. */
    NONE(""),
    QUIET("quiet"),
    /** The key has more than 10 % of the jobs that wait or are retained. */
    NOISY("noisy");

    private final String label;

    KeysLabel(String label) {
        this.label = label;
    }

    static KeysLabel of(Optional<KeyShares> shares, String key) {
        return shares.map(found -> found.isNoisy(key) ? NOISY : QUIET).orElse(NONE);
    }

    String label() {
        return label;
    }
}
