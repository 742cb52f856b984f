package io.grape.redis;

import io.grape.redis.script.StoreListener;
import io.netty.channel.EventLoopGroup;

/** A store whose tubes each have a {@link SettableClock}, for a broker under test. */
public final class SettableStore {
    private SettableStore() {}

    public static RedisStore open(RedisStoreOptions options, StoreListener listener, EventLoopGroup loops) {
        return RedisStore.open(options, listener, loops, SettableClock.LUA);
    }
}
