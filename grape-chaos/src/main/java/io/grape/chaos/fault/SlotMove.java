package io.grape.chaos.fault;

import io.grape.chaos.stage.Cluster;

/** A tube moves to another primary while it is in use. */
record SlotMove(Scene<Cluster> scene) implements Fault {
    @Override
    public void run() {
        scene.stage().move(scene.anyTube());
    }
}
