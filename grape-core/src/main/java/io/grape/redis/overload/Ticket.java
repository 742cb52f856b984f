package io.grape.redis.overload;

import io.grape.core.TubeName;

/** Work that waits for a place. */
interface Ticket {
    /** Whose work it is. */
    TubeName tube();
}
