package io.grape.core.overload;

import io.grape.core.OverloadReason;
import java.time.Duration;

/** Receives what waited for Redis; must not block or throw. */
public interface OverloadListener {
    OverloadListener NONE = new OverloadListener() {};

    /** A run left for Redis. Its oldest call had waited so long. */
    default void left(WorkClass worth, Duration delay) {}

    /** A call was not done. */
    default void shed(WorkClass worth, OverloadReason why) {}
}
