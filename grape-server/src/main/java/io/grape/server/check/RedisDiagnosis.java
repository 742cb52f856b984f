package io.grape.server.check;

import io.grape.redis.RedisStore;
import io.grape.server.doctor.ClockCheck;
import io.grape.server.doctor.ClockSample;
import io.grape.server.doctor.Finding;
import io.grape.server.doctor.RedisCheck;
import io.grape.server.doctor.RightsFinding;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Asks a Redis, of a cluster each of its masters, what there is to find, and compares its clock with this machine's. */
public final class RedisDiagnosis {
    private final RedisStore store;
    private final boolean asCluster;
    private final Supplier<Instant> machine;

    public RedisDiagnosis(RedisStore store, String uri) {
        this(store, uri, () -> Instant.now());
    }

    /** The same with another clock than this machine's. */
    public RedisDiagnosis(RedisStore store, String uri, Supplier<Instant> machine) {
        this.store = store;
        this.asCluster = uri.matches("(?s)rediss?-cluster://.*");
        this.machine = machine;
    }

    /** All findings, also of what is right; does not fail. */
    public Future<List<Finding>> run() {
        return Future.fromCompletionStage(store.nodes())
                .map(this::judged)
                .compose(findings -> Future.fromCompletionStage(store.rights()).map(rights -> {
                    rights.forEach((name, missing) -> {
                        Finding finding = RightsFinding.of(missing);
                        findings.add(rights.size() == 1 ? finding : finding.of(name));
                    });
                    return findings;
                }))
                .compose(findings -> clock().map(clock -> {
                    findings.add(clock);
                    return findings;
                }));
    }

    private List<Finding> judged(Map<String, Map<String, String>> nodes) {
        List<Finding> all = new ArrayList<>();
        nodes.forEach((name, node) -> RedisCheck.of(asCluster, node)
                .forEach(finding -> all.add(nodes.size() == 1 ? finding : finding.of(name))));
        return all;
    }

    /** The first look of three may also wait for a connection. */
    private Future<Finding> clock() {
        return look().compose(one -> look().map(one::better))
                .compose(two -> look().map(two::better))
                .map(ClockCheck::of)
                .otherwise(ClockCheck.unseen());
    }

    private Future<ClockSample> look() {
        long begin = System.nanoTime();
        return Future.fromCompletionStage(store.time()).map(redis -> {
            Duration roundTrip = Duration.ofNanos(System.nanoTime() - begin);
            Instant middle = machine.get().minus(roundTrip.dividedBy(2));
            return new ClockSample(Duration.between(redis, middle), roundTrip);
        });
    }
}
