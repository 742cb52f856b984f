package io.grape.redis.overload;

import io.grape.core.TubeName;

/** Work that waits in a {@link NodeQueue} for a permit. */
interface QueuedWork {
    /** The tube that the work is for. */
    TubeName tube();
}
