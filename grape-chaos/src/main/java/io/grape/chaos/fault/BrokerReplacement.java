package io.grape.chaos.fault;

import io.grape.chaos.stage.Broker;
import io.grape.harness.Sleep;
import java.util.List;

/**
 * Brokers are replaced by those of another release, one after the other, each while the others serve.
 *
 * @param brokers which of them
 * @param program what stands behind {@code java} to run the other release
 */
record BrokerReplacement(FaultContext<?> scene, List<Broker> brokers, List<String> program) implements Fault {
    private static final long SHORT_MILLIS = 500;
    private static final long LONG_MILLIS = 3000;

    @Override
    public void run() {
        for (Broker broker : brokers) {
            broker.end();
            broker.launch(program);
            broker.awaitReady();
            Sleep.millis(scene.millis(SHORT_MILLIS, LONG_MILLIS));
        }
    }
}
