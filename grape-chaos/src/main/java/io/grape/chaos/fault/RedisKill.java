package io.grape.chaos.fault;

import io.grape.chaos.stage.Standalone;
import io.grape.harness.Sleep;

/** {@code kill -9} of Redis, which is started again on its append-only file. */
record RedisKill(FaultContext<Standalone> scene) implements Fault {
    @Override
    public void run() {
        scene.stage().redis().kill();
        Sleep.millis(scene.millis(200, 500));
        scene.stage().redis().restart();
    }
}
