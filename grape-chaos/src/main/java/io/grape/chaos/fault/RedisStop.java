package io.grape.chaos.fault;

import io.grape.chaos.stage.Standalone;
import io.grape.harness.Programs;
import io.grape.harness.Sleep;

/** Redis stands still, longer than brokers wait for it; what they sent meanwhile it still runs. */
record RedisStop(FaultContext<Standalone> scene) implements Fault {
    @Override
    public void run() {
        Programs.stop(scene.stage().redis().process());
        Sleep.millis(3000);
        Programs.resume(scene.stage().redis().process());
    }
}
