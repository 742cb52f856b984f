package io.grape.client;

import java.util.Locale;

/** What a produce does if its id is live: delayed, ready, retained or failed. */
public enum OnDuplicate {
    /** The live job stays as it is, and {@link Produced#created()} is false. The default. */
    KEEP,
    /** A delayed, ready or failed job gets the new payload and due time; a retained one is {@link ErrorCode#WRONG_STATE}. */
    REPLACE,
    /** The produce fails with {@link ErrorCode#DUPLICATE}. It is not retried if it may have happened. */
    REJECT,
    /**
     * A delayed, ready or failed job gets the new payload and due time; a retained one is followed by the new job. See
     * {@link NewJob#debounce}.
     */
    DEBOUNCE;

    /** The name on the wire. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
