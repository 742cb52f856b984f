package io.grape.chaos.fault;

import io.grape.chaos.stage.Admin;
import io.grape.chaos.stage.Standalone;
import io.grape.chaos.stage.Wait;

/** Redis forgets all scripts, again and again. */
record ScriptFlush(Scene<Standalone> scene) implements Fault {
    private static final long PAUSE_MILLIS = 50;

    @Override
    public void run() {
        long times = scene.millis(2000, 5000) / PAUSE_MILLIS;
        Admin.ask(scene.stage().redis().port(), redis -> {
            for (int i = 0; i < times; i++) {
                redis.scriptFlush();
                Wait.millis(PAUSE_MILLIS);
            }
            return times;
        });
    }
}
