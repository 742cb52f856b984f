package io.grape.redis.script;

import io.grape.core.overload.OverloadListener;
import java.time.Duration;

/** Receives every call to Redis, on a thread of Lettuce; must not block or throw. */
public interface StoreListener extends OverloadListener {
    StoreListener NONE = (call, duration, succeeded) -> {};

    /**
     * A call ended.
     *
     * @param call the name of the script or command
     * @param duration from the request to the reply, including the wait in Lettuce
     */
    void called(String call, Duration duration, boolean succeeded);
}
