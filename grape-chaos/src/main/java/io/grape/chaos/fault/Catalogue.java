package io.grape.chaos.fault;

import io.grape.chaos.stage.Cluster;
import io.grape.chaos.stage.Sentinels;
import io.grape.chaos.stage.Stage;
import io.grape.chaos.stage.Standalone;
import java.util.List;

/** The table of all kinds of faults. */
final class Catalogue {
    private Catalogue() {}

    static List<Kind<Standalone>> standalone() {
        return List.of(
                new Kind<>("broker-kill", "kill -9 of a broker, and a new start", BrokerKill::new),
                new Kind<>("broker-restart", "SIGTERM to a broker, and a new start", BrokerRestart::new),
                new Kind<>("broker-stop", "SIGSTOP of a broker for 10 s", BrokerStop::new),
                new Kind<>("redis-kill", "kill -9 of Redis, and a new start on its file", RedisKill::new),
                new Kind<>("redis-stop", "SIGSTOP of Redis for 3 s", RedisStop::new),
                new Kind<>(
                        "redis-cut",
                        "no network to Redis",
                        scene -> Weathered.cut(scene.stage().wire(), scene.millis(1000, 3000))),
                new Kind<>(
                        "redis-resets",
                        "connections to Redis reset in the middle of answers",
                        scene -> Weathered.resets(scene.stage().wire(), (int) scene.millis(10, 30))),
                new Kind<>(
                        "redis-delay",
                        "200 ms of delay each way to Redis",
                        scene -> Weathered.delay(scene.stage().wire(), scene.millis(2000, 5000))),
                new Kind<>(
                        "redis-silence",
                        "a black hole to Redis; what was sent passes later",
                        scene -> Weathered.silence(scene.stage().wire(), scene.millis(1500, 3000))),
                new Kind<>(
                        "redis-no-answers",
                        "calls reach Redis, and answers never come",
                        scene -> Weathered.noAnswers(scene.stage().wire(), scene.millis(2500, 3000))),
                new Kind<>(
                        "client-resets",
                        "connections of clients reset, of one broker",
                        scene -> Weathered.resets(scene.anyBroker().wire(), (int) scene.millis(10, 30))),
                new Kind<>(
                        "client-half-close",
                        "clients end their half while they wait, of one broker",
                        scene -> Weathered.halfClosed(scene.anyBroker().wire(), (int) scene.millis(5, 15))),
                new Kind<>(
                        "client-silence",
                        "a black hole to one broker; what was sent passes later",
                        scene -> Weathered.silence(scene.anyBroker().wire(), scene.millis(2000, 6000))),
                new Kind<>(
                        "client-trickle",
                        "answers of one broker come byte by byte",
                        scene -> Weathered.trickle(scene.anyBroker().wire(), scene.millis(2000, 5000))),
                new Kind<>("memory-full", "Redis at maxmemory", MemoryFull::new),
                new Kind<>("disk-full", "no space for Redis's file", DiskFull::new),
                new Kind<>("script-flush", "SCRIPT FLUSH every 50 ms", ScriptFlush::new),
                clockStep(),
                slowReaders());
    }

    private static <S extends Stage> Kind<S> clockStep() {
        return new Kind<>("clock-step", "a broker's clock an hour ahead, an hour back", ClockStep::new);
    }

    private static <S extends Stage> Kind<S> slowReaders() {
        return new Kind<>("slow-readers", "clients ask for large jobs, and do not read or drip", SlowReaders::new);
    }

    static List<Kind<Standalone>> power() {
        return List.of(
                new Kind<>(
                        "power-cut",
                        "Redis ends, and what its disk had not synced is gone",
                        scene -> new PowerCut(scene, "everysec")),
                new Kind<>("power-cut-always", "the same, appendfsync always", scene -> new PowerCut(scene, "always")));
    }

    static List<Kind<Sentinels>> sentinels(String suffix) {
        String how = suffix.isEmpty()
                ? ""
                : ", " + (suffix.equals("-guarded") ? "min-replicas-to-write 1" : "ack=replica:1");
        return List.of(
                new Kind<>(
                        "sentinel-kill" + suffix,
                        "kill -9 of the primary" + how,
                        scene -> new PrimaryLoss(scene, PrimaryLoss.How.KILLED)),
                new Kind<>(
                        "sentinel-stop" + suffix,
                        "SIGSTOP of the primary" + how,
                        scene -> new PrimaryLoss(scene, PrimaryLoss.How.STOPPED)),
                new Kind<>(
                        "sentinel-cut-off" + suffix,
                        "replicas and Sentinels do not reach the primary, brokers do" + how,
                        scene -> new PrimaryLoss(scene, PrimaryLoss.How.CUT_OFF)));
    }

    static List<Kind<Cluster>> cluster() {
        return List.of(
                new Kind<>("cluster-kill", "kill -9 of a primary of a Cluster", ClusterKill::new),
                new Kind<>("slot-move", "a tube's slot moves to another primary, keys by keys", SlotMove::new),
                clockStep(),
                slowReaders());
    }
}
