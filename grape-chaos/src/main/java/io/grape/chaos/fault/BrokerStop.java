package io.grape.chaos.fault;

import io.grape.chaos.stage.Broker;
import io.grape.harness.Programs;
import io.grape.harness.Sleep;

/** A broker stands still, longer than leases last, and goes on as if nothing had been. */
record BrokerStop(FaultContext<?> scene) implements Fault {
    @Override
    public void run() {
        Broker broker = scene.anyBroker();
        Programs.stop(broker.process());
        Sleep.millis(scene.millis(2500, 10_000));
        Programs.resume(broker.process());
    }
}
