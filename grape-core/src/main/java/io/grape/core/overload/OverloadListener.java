package io.grape.core.overload;

import io.grape.core.OverloadReason;
import java.time.Duration;

/** Receives how long work waited before it was sent to Redis, and what was shed. Must not block or throw. */
public interface OverloadListener {
    OverloadListener NONE = new OverloadListener() {};

    /** A run was sent to Redis. Its oldest call had waited for {@code delay}. */
    default void sent(WorkClass workClass, Duration delay) {}

    /** A call was shed, so it was not done. */
    default void shed(WorkClass workClass, OverloadReason why) {}
}
