package io.grape.chaos.fault;

import io.grape.chaos.stage.Broker;
import io.grape.chaos.stage.Standalone;
import java.util.List;

/** What happens while brokers of one release are replaced by those of another, and that is taken back. */
public final class Upgrade {
    private Upgrade() {}

    /**
     * Brokers of the earlier release are there at first. While both releases serve, and while one does, a broker dies by
     * {@code kill -9}.
     *
     * @param earlier what stands behind {@code java} to run the earlier release
     * @param later the same of the later one
     */
    public static Environment<Standalone> between(List<String> earlier, List<String> later) {
        Environment<Standalone> ground = Environment.STANDALONE;
        FaultType<Standalone> kill =
                new FaultType<>("broker-kill", "kill -9 of a broker, and a new start", BrokerKill::new);
        return new Environment<>(
                "upgrade",
                ground.ack(),
                ground.mayLose(),
                ground.opener(),
                List.of(
                        half("half-upgrade", later),
                        kill,
                        all("upgrade", later),
                        kill,
                        half("half-rollback", earlier),
                        kill,
                        all("rollback", earlier),
                        all("upgrade", later)));
    }

    private static FaultType<Standalone> all(String name, List<String> program) {
        return new FaultType<>(
                name,
                "all brokers replaced, one after the other",
                scene -> new BrokerReplacement(scene, scene.stage().brokers(), program));
    }

    private static FaultType<Standalone> half(String name, List<String> program) {
        return new FaultType<>(name, "half of the brokers replaced", scene -> {
            List<Broker> brokers = scene.stage().brokers();
            return new BrokerReplacement(scene, brokers.subList(0, brokers.size() / 2), program);
        });
    }
}
