package io.grape.server.live;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.broker.BrokerInfo;
import io.grape.core.broker.BrokerSnapshot;
import io.grape.core.tube.Sample;
import io.grape.core.tube.SampleRange;
import io.grape.core.tube.Series;
import io.grape.server.doctor.Finding;
import io.grape.server.doctor.Severity;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Puts together what there is to see, and asks for nothing while nobody looks. */
public final class MonitoringService implements Monitoring {
    private static final Duration SHARED = Duration.ofMillis(900);
    /** INFO is long, and what it says changes slowly. */
    private static final Duration NODES_SHARED = Duration.ofSeconds(5);
    /** All brokers have written a slot by then: they write in its middle. */
    private static final Duration WRITTEN_AFTER = Duration.ofSeconds(7);

    private static final int MAX_ATTENTION = 100;
    private static final int WARN_PERCENT = 80;
    private static final int BAD_PERCENT = 95;

    private final MonitoringSources sources;
    private final TubePoller poller;
    private final SingleFlight<Overview> overview = new SingleFlight<>(SHARED, () -> look().toCompletionStage());
    private final SingleFlight<Map<String, Map<String, String>>> nodes;

    public MonitoringService(Vertx vertx, MonitoringSources sources) {
        this.sources = sources;
        this.poller = new TubePoller(vertx, sources.tubes(), sources.samples(), sources.known());
        this.nodes = new SingleFlight<>(NODES_SHARED, sources.nodes());
    }

    @Override
    public CompletionStage<Overview> overview() {
        return overview.get();
    }

    @Override
    public CompletionStage<List<BrokerInfo>> brokers() {
        return sources.brokers()
                .list()
                .thenApply(snapshot -> BrokerRoster.of(snapshot).brokers());
    }

    @Override
    public CompletionStage<RedisReport> redis() {
        return sources.time()
                .get()
                .thenCompose(reached -> sources.checkup().get().toCompletionStage())
                .thenCompose(found -> sources.nodes().get().thenApply(told -> report(told, found)));
    }

    private RedisReport report(Map<String, Map<String, String>> told, List<Finding> found) {
        List<RedisNodeReport> all = new ArrayList<>();
        told.forEach((name, info) -> all.add(new RedisNodeReport(
                name.contains(":") ? name : name + ":" + info.getOrDefault("tcp_port", "?"), info)));
        return new RedisReport(
                sources.mode(),
                all,
                found.stream()
                        .filter(finding -> finding.severity() != Severity.OK)
                        .map(MonitoringService::found)
                        .toList());
    }

    private static RedisFinding found(Finding finding) {
        String level = finding.severity() == Severity.UNSEEN ? "unseen" : "warn";
        return new RedisFinding(
                finding.severity().isUnfit() ? "bad" : level, finding.name() + ": " + finding.text(), finding.remedy());
    }

    /** What was read of all that is not a tube. */
    private record Ground(
            Series hour, Duration ping, BrokerSnapshot snapshot, Map<String, Map<String, String>> nodes) {}

    private Future<Overview> look() {
        return ping().compose(ping -> poller.look()
                .compose(seen -> Future.fromCompletionStage(sources.samples().ofAll(SampleRange.HOUR))
                        .compose(hour -> Future.fromCompletionStage(
                                        sources.brokers().list())
                                .compose(snapshot -> Future.fromCompletionStage(nodes.get())
                                        .map(told -> overview(seen, new Ground(hour, ping, snapshot, told)))))));
    }

    private Future<Duration> ping() {
        long begin = System.nanoTime();
        return Future.fromCompletionStage(sources.time().get()).map(now -> Duration.ofNanos(System.nanoTime() - begin));
    }

    private Overview overview(TubePoller.Seen seen, Ground ground) {
        Collection<TubeState> states = seen.states();
        Overview.RedisState redis = redisState(ground);
        BrokerRoster brokers = BrokerRoster.of(ground.snapshot);
        List<Alert> attention = new ArrayList<>(ofSystem(redis, brokers));
        StoreCondition store =
                new StoreCondition(ground.ping, sources.sinceTrouble().get().orElse(null));
        states.forEach(state -> attention.addAll(state.attention(store)));
        return new Overview(
                ground.hour.now(),
                new TubeCounts(
                        seen.count(),
                        states.size(),
                        (int) states.stream().filter(TubeState::isPaused).count(),
                        (int) states.stream()
                                .filter(state -> state.isForsaken() || state.isLate())
                                .count()),
                counts(states),
                perSecond(ground.hour),
                ground.hour.since(ground.hour.now().minusSeconds(60)).lateness(),
                oldest(states),
                attention.stream()
                        .sorted(Alert.WORST_FIRST)
                        .limit(MAX_ATTENTION)
                        .toList(),
                brokers.counts(),
                brokers.beanstalkd(),
                redis);
    }

    private static Map<JobState, Long> counts(Collection<TubeState> states) {
        Map<JobState, Long> counts = new EnumMap<>(JobState.class);
        for (JobState one : JobState.live()) {
            counts.put(
                    one,
                    states.stream().mapToLong(state -> state.tube().count(one)).sum());
        }
        return counts;
    }

    private static Map<TubeCounter, Double> perSecond(Series hour) {
        Sample last = hour.points().getOrDefault(hour.begin(hour.now().minus(WRITTEN_AFTER)), Sample.NOTHING);
        Map<TubeCounter, Double> rates = new EnumMap<>(TubeCounter.class);
        Sample.COUNTED.forEach(total ->
                rates.put(total, last.count(total) / (double) hour.step().toSeconds()));
        return rates;
    }

    private static @Nullable OldestReady oldest(Collection<TubeState> states) {
        OldestReady oldest = null;
        for (TubeState state : states) {
            Duration since = state.tube().oldestReady();
            if (since != null && (oldest == null || since.compareTo(oldest.since()) > 0)) {
                oldest = new OldestReady(state.tube().name(), since);
            }
        }
        return oldest;
    }

    private static Overview.RedisState redisState(Ground ground) {
        Overview.RedisState fullest = new Overview.RedisState(-1, 0, ground.ping);
        for (Map<String, String> info : ground.nodes.values()) {
            RedisNodeReport node = new RedisNodeReport("", info);
            Overview.RedisState one = new Overview.RedisState(
                    node.number("used_memory").orElse(-1),
                    node.number("maxmemory").orElse(0),
                    ground.ping);
            fullest = percent(one) > percent(fullest) || fullest.usedMemoryBytes() < 0 ? one : fullest;
        }
        return fullest;
    }

    private static long percent(Overview.RedisState redis) {
        return redis.maxMemoryBytes() == 0 ? 0 : redis.usedMemoryBytes() * 100 / redis.maxMemoryBytes();
    }

    private List<Alert> ofSystem(Overview.RedisState redis, BrokerRoster brokers) {
        List<Alert> all = new ArrayList<>();
        List<Finding> found = sources.findings().get();
        long unfit = found.stream().filter(one -> one.severity().isUnfit()).count();
        if (unfit > 0) {
            all.add(Alert.bad(Alert.Code.REDIS_UNSAFE, null, Map.of("findings", unfit)));
        }
        long percent = percent(redis);
        if (percent > WARN_PERCENT) {
            all.add(new Alert(percent > BAD_PERCENT, Alert.Code.REDIS_MEMORY, null, null, Map.of("percent", percent)));
        }
        brokers.sinceLost()
                .ifPresent(since -> all.add(Alert.warning(
                        Alert.Code.BROKER_LOST,
                        null,
                        Map.of("brokers", (long) brokers.counts().lost(), Alert.SINCE, since.toMillis()))));
        List<Double> shedding = brokers.shedding();
        if (!shedding.isEmpty()) {
            double shed = shedding.stream().mapToDouble(Double::doubleValue).sum();
            all.add(Alert.warning(
                    Alert.Code.OVERLOADED, null, Map.of("brokers", (long) shedding.size(), "shedPerSecond", (long)
                            Math.ceil(shed))));
        }
        if (found.stream().anyMatch(one -> one.name().equals("clock") && one.severity() == Severity.WARN)) {
            all.add(Alert.warning(Alert.Code.CLOCK, null, Map.of()));
        }
        return all;
    }
}
