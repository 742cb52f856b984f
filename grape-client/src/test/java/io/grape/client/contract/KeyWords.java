package io.grape.client.contract;

import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeyState;

/** The same as {@link Words} for the keys of tubes. */
final class KeyWords {
    private KeyWords() {}

    static io.grape.client.KeyOverride override(KeyOverride override) {
        return new io.grape.client.KeyOverride(
                override.weight(),
                override.concurrency(),
                override.perSecond(),
                override.burst(),
                override.maxJobs(),
                override.paused());
    }

    static KeyState state(io.grape.client.KeyStatus said) {
        io.grape.client.KeyOverride values = said.inEffect();
        return new KeyState(
                said.key(),
                new KeyOverride(
                        values.weight(),
                        values.concurrency(),
                        values.perSecond(),
                        values.burst(),
                        values.maxJobs(),
                        values.paused()),
                said.isOverridden(),
                said.producedWeight(),
                said.waiting(),
                said.held(),
                said.oldestReady());
    }
}
