package io.grape.chaos.fault;

import io.grape.chaos.stage.Programs;
import io.grape.chaos.stage.Sleep;
import io.grape.chaos.stage.Standalone;

/** Redis stands still, longer than brokers wait for it; what they sent meanwhile it still runs. */
record RedisStop(FaultContext<Standalone> scene) implements Fault {
    @Override
    public void run() {
        Programs.stop(scene.stage().redis().redis());
        Sleep.millis(3000);
        Programs.resume(scene.stage().redis().redis());
    }
}
