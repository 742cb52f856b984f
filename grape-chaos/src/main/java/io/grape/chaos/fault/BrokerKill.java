package io.grape.chaos.fault;

import io.grape.chaos.stage.Broker;
import io.grape.harness.Sleep;

/** {@code kill -9} of a broker, which is started again. */
record BrokerKill(FaultContext<?> scene) implements Fault {
    @Override
    public void run() {
        Broker broker = scene.anyBroker();
        broker.kill();
        Sleep.millis(scene.millis(200, 1000));
        broker.launch();
        broker.awaitReady();
    }
}
