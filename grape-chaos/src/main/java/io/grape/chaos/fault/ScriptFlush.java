package io.grape.chaos.fault;

import io.grape.chaos.stage.Standalone;
import io.grape.harness.Sleep;

/** Redis forgets all scripts, again and again. */
record ScriptFlush(FaultContext<Standalone> scene) implements Fault {
    private static final long PAUSE_MILLIS = 50;

    @Override
    public void run() {
        long times = scene.millis(2000, 5000) / PAUSE_MILLIS;
        scene.stage().redis().ask(redis -> {
            for (int i = 0; i < times; i++) {
                redis.scriptFlush();
                Sleep.millis(PAUSE_MILLIS);
            }
            return times;
        });
    }
}
