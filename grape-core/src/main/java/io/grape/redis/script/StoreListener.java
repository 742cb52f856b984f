package io.grape.redis.script;

import java.time.Duration;

/** Is told of every call to Redis, on a thread of the client; must not block or throw. */
@FunctionalInterface
public interface StoreListener {
    StoreListener NONE = (call, duration, succeeded) -> {};

    /**
     * A call ended.
     *
     * @param call the script's or command's name
     * @param duration from being asked for to being answered, the wait in the client included
     */
    void called(String call, Duration duration, boolean succeeded);
}
