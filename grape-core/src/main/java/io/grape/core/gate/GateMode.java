package io.grape.core.gate;

import io.grape.core.WireName;

/** What a gate does with the jobs that it matches. */
public enum GateMode implements WireName {
    /** They are not delivered until it is lifted; then they are, in their old order. */
    HOLD,
    /** They are removed when their turn comes. */
    DROP,
    /** They fail when their turn comes. */
    BURY,
    /** New ones are refused with GATED. */
    REFUSE;

    public static GateMode parse(String wireName) {
        return WireName.parse("mode", "hold, drop, bury or refuse", values(), wireName);
    }
}
