package io.grape.client;

import java.util.Locale;

/** What a gate does with the jobs that it matches. */
public enum GateMode {
    /** They are not delivered until it is lifted; then they are, in their old order. */
    HOLD,
    /** They are removed when their turn comes. */
    DROP,
    /** They fail when their turn comes; their reason names the gate. */
    BURY,
    /** New ones are refused: their produce fails with {@link ErrorCode#GATED}. */
    REFUSE;

    static GateMode of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
