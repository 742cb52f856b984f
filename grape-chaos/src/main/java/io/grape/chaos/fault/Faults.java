package io.grape.chaos.fault;

import io.grape.chaos.stage.Cluster;
import io.grape.chaos.stage.Deployment;
import io.grape.chaos.stage.Sentinels;
import io.grape.chaos.stage.Standalone;
import java.util.List;

/** The table of all kinds of faults. */
final class Faults {
    private Faults() {}

    static List<FaultType<Standalone>> standalone() {
        return List.of(
                new FaultType<>("broker-kill", "kill -9 of a broker, and a new start", BrokerKill::new),
                new FaultType<>("broker-restart", "SIGTERM to a broker, and a new start", BrokerRestart::new),
                new FaultType<>("broker-stop", "SIGSTOP of a broker for 10 s", BrokerStop::new),
                new FaultType<>("worker-kill", "kill -9 of a worker of the SDK", WorkerKill::new),
                new FaultType<>("redis-kill", "kill -9 of Redis, and a new start on its file", RedisKill::new),
                new FaultType<>("redis-stop", "SIGSTOP of Redis for 3 s", RedisStop::new),
                new FaultType<>(
                        "redis-cut",
                        "no network to Redis",
                        scene -> NetworkFault.cut(scene.stage().wire(), scene.millis(1000, 3000))),
                new FaultType<>(
                        "redis-resets",
                        "connections to Redis reset in the middle of answers",
                        scene -> NetworkFault.resets(scene.stage().wire(), (int) scene.millis(10, 30))),
                new FaultType<>(
                        "redis-delay",
                        "200 ms of delay each way to Redis",
                        scene -> NetworkFault.delay(scene.stage().wire(), scene.millis(2000, 5000))),
                new FaultType<>(
                        "redis-silence",
                        "a black hole to Redis; what was sent passes later",
                        scene -> NetworkFault.silence(scene.stage().wire(), scene.millis(1500, 3000))),
                new FaultType<>(
                        "redis-no-answers",
                        "calls reach Redis, and answers never come",
                        scene -> NetworkFault.noAnswers(scene.stage().wire(), scene.millis(2500, 3000))),
                new FaultType<>(
                        "client-resets",
                        "connections of clients reset, of one broker",
                        scene -> NetworkFault.resets(scene.anyBroker().wire(), (int) scene.millis(10, 30))),
                new FaultType<>(
                        "client-half-close",
                        "clients end their half while they wait, of one broker",
                        scene -> NetworkFault.halfClosed(scene.anyBroker().wire(), (int) scene.millis(5, 15))),
                new FaultType<>(
                        "client-silence",
                        "a black hole to one broker; what was sent passes later",
                        scene -> NetworkFault.silence(scene.anyBroker().wire(), scene.millis(2000, 6000))),
                new FaultType<>(
                        "client-trickle",
                        "answers of one broker come byte by byte",
                        scene -> NetworkFault.trickle(scene.anyBroker().wire(), scene.millis(2000, 5000))),
                new FaultType<>("memory-full", "Redis at maxmemory", MemoryFull::new),
                new FaultType<>("disk-full", "no space for Redis's file", DiskFull::new),
                new FaultType<>("script-flush", "SCRIPT FLUSH every 50 ms", ScriptFlush::new),
                clockStep(),
                slowReaders());
    }

    private static <S extends Deployment> FaultType<S> clockStep() {
        return new FaultType<>("clock-step", "a broker's clock an hour ahead, an hour back", ClockStep::new);
    }

    private static <S extends Deployment> FaultType<S> slowReaders() {
        return new FaultType<>("slow-readers", "clients ask for large jobs, and do not read or drip", SlowReaders::new);
    }

    static List<FaultType<Standalone>> power() {
        return List.of(
                new FaultType<>(
                        "power-cut",
                        "Redis ends, and what its disk had not synced is gone",
                        scene -> new PowerCut(scene, "everysec")),
                new FaultType<>(
                        "power-cut-always", "the same, appendfsync always", scene -> new PowerCut(scene, "always")));
    }

    static List<FaultType<Sentinels>> sentinels(String suffix) {
        String how = suffix.isEmpty()
                ? ""
                : ", " + (suffix.equals("-guarded") ? "min-replicas-to-write 1" : "ack=replica:1");
        return List.of(
                new FaultType<>(
                        "sentinel-kill" + suffix,
                        "kill -9 of the primary" + how,
                        scene -> new PrimaryLoss(scene, PrimaryLoss.How.KILLED)),
                new FaultType<>(
                        "sentinel-stop" + suffix,
                        "SIGSTOP of the primary" + how,
                        scene -> new PrimaryLoss(scene, PrimaryLoss.How.STOPPED)),
                new FaultType<>(
                        "sentinel-cut-off" + suffix,
                        "replicas and Sentinels do not reach the primary, brokers do" + how,
                        scene -> new PrimaryLoss(scene, PrimaryLoss.How.CUT_OFF)));
    }

    static List<FaultType<Cluster>> cluster() {
        return List.of(
                new FaultType<>("cluster-kill", "kill -9 of a primary of a Cluster", ClusterKill::new),
                new FaultType<>("slot-move", "a tube's slot moves to another primary, keys by keys", SlotMove::new),
                clockStep(),
                slowReaders());
    }
}
