package io.grape.chaos.fault;

import io.grape.chaos.history.Entry;
import io.grape.chaos.stage.Admin;
import io.grape.chaos.stage.Standalone;
import io.grape.chaos.stage.Wait;
import java.util.List;
import java.util.Optional;

/** Redis forgets all scripts, again and again; no client may notice. */
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

    @Override
    public Optional<String> objection(List<Entry> meanwhile) {
        return Fared.unharmed(meanwhile);
    }
}
