package io.grape.chaos.fault;

import io.grape.chaos.stage.Broker;

/** SIGTERM to a broker, as when it is replaced by a newer one. */
record BrokerRestart(FaultContext<?> scene) implements Fault {
    @Override
    public void run() {
        Broker broker = scene.anyBroker();
        broker.end();
        broker.launch();
        broker.awaitReady();
    }
}
