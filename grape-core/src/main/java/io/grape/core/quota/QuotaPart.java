package io.grape.core.quota;

import io.grape.core.WireName;

/** What a quota limits. */
public enum QuotaPart implements WireName {
    PRODUCE("produce"),
    CONSUME("consume"),
    IN_FLIGHT("inFlight");

    private final String wireName;

    QuotaPart(String wireName) {
        this.wireName = wireName;
    }

    @Override
    public String wireName() {
        return wireName;
    }
}
