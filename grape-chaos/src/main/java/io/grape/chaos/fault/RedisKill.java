package io.grape.chaos.fault;

import io.grape.chaos.stage.Standalone;
import io.grape.chaos.stage.Wait;

/** {@code kill -9} of Redis, which is started again on its append-only file. */
record RedisKill(Scene<Standalone> scene) implements Fault {
    @Override
    public void run() {
        scene.stage().redis().kill();
        Wait.millis(scene.millis(200, 500));
        scene.stage().redis().restart();
    }
}
