package io.grape.client;

import java.util.Locale;

/** What becomes of a produce whose id is live, which means: delayed, ready, retained or failed. */
public enum OnDuplicate {
    /** The live job stays as it is, and {@link Produced#created()} is false. The default. */
    KEEP,
    /** A delayed, ready or failed job gets the new payload and due time; a retained one is {@link ErrorCode#WRONG_STATE}. */
    REPLACE,
    /** The produce fails with {@link ErrorCode#DUPLICATE}. It is not repeated where it may have happened. */
    REJECT;

    /** As the wire has it. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
