package io.grape.core.quota;

import java.util.Map;

/** A client without a quota of its own, and its use. */
public record ClientUse(String name, Map<QuotaPart, Long> use) {
    public ClientUse {
        use = Map.copyOf(use);
    }
}
