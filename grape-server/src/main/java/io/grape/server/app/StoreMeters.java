package io.grape.server.app;

import io.grape.core.OverloadReason;
import io.grape.core.overload.OverloadListener;
import io.grape.core.overload.WorkClass;
import io.grape.redis.script.StoreListener;
import io.grape.server.metrics.Meters;
import java.time.Duration;

/** Counts what the store tells. */
record StoreMeters(Meters meters, OverloadListener overload) implements StoreListener {
    @Override
    public void called(String call, Duration duration, boolean succeeded) {
        meters.redisCalled(call, duration, succeeded);
    }

    @Override
    public void sent(WorkClass workClass, Duration delay) {
        overload.sent(workClass, delay);
    }

    @Override
    public void shed(WorkClass workClass, OverloadReason why) {
        overload.shed(workClass, why);
    }
}
