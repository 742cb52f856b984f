package io.grape.client.contract;

import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySettings;
import io.grape.core.key.KeyState;
import io.grape.core.key.OnFailure;
import org.jspecify.annotations.Nullable;

/** The same as {@link Words} for the keys of tubes. */
final class KeyWords {
    private KeyWords() {}

    static KeySettings keys(io.grape.client.@Nullable KeySettings said) {
        return said == null
                ? KeySettings.OFF
                : new KeySettings(
                        KeyOrder.valueOf(said.order().name()),
                        said.concurrency(),
                        said.perSecond(),
                        said.burst(),
                        said.ordered(),
                        OnFailure.valueOf(said.onFailure().name()),
                        said.maxJobs());
    }

    static io.grape.client.KeySettings keys(KeySettings keys) {
        return new io.grape.client.KeySettings(
                io.grape.client.KeySettings.Order.valueOf(keys.order().name()),
                keys.concurrency(),
                keys.perSecond(),
                keys.burst(),
                keys.ordered(),
                io.grape.client.KeySettings.OnFailure.valueOf(keys.onFailure().name()),
                keys.maxJobs());
    }

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
