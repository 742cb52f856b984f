package io.grape.server.live;

import io.grape.core.JobState;
import io.grape.core.Total;
import io.grape.core.TubeName;
import io.grape.core.broker.Brokers;
import io.grape.core.tube.Sample;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Series;
import io.grape.core.tube.Tubes;
import io.grape.server.doctor.Finding;
import io.grape.server.doctor.Severity;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts together what there is to see, and asks for nothing while nobody looks. */
public final class Sight implements Insight {
    private static final Duration SHARED = Duration.ofMillis(900);
    /** INFO is long, and what it says changes slowly. */
    private static final Duration NODES_SHARED = Duration.ofSeconds(5);
    /** All brokers have written a slot by then: they write in its middle. */
    private static final Duration WRITTEN_AFTER = Duration.ofSeconds(7);

    private static final int MOST_ATTENTION = 100;
    private static final int WARN_PERCENT = 80;
    private static final int BAD_PERCENT = 95;

    private final From from;
    private final TubeWatch watch;
    private final Shared<Overview> overview = new Shared<>(SHARED, () -> look().toCompletionStage());
    private final Shared<Map<String, Map<String, String>>> nodes;

    /**
     * What is looked at.
     *
     * @param known the tubes there are
     * @param time Redis's
     * @param nodes the fields of the INFO of each node
     * @param checkup looks for findings
     * @param findings those of the last look
     * @param mode the shape of Redis
     */
    public record From(
            Tubes tubes,
            Samples samples,
            Brokers brokers,
            Supplier<Set<TubeName>> known,
            Supplier<CompletionStage<Instant>> time,
            Supplier<CompletionStage<Map<String, Map<String, String>>>> nodes,
            Supplier<Future<List<Finding>>> checkup,
            Supplier<List<Finding>> findings,
            String mode) {}

    public Sight(Vertx vertx, From from) {
        this.from = from;
        this.watch = new TubeWatch(vertx, from.tubes, from.samples, from.known);
        this.nodes = new Shared<>(NODES_SHARED, from.nodes);
    }

    @Override
    public CompletionStage<Overview> overview() {
        return overview.get();
    }

    @Override
    public CompletionStage<List<Brokers.Said>> brokers() {
        return from.brokers.roll().thenApply(roll -> LivingAndLost.of(roll).brokers());
    }

    @Override
    public CompletionStage<RedisReport> redis() {
        return from.time
                .get()
                .thenCompose(reached -> from.checkup.get().toCompletionStage())
                .thenCompose(found -> from.nodes.get().thenApply(told -> report(told, found)));
    }

    private RedisReport report(Map<String, Map<String, String>> told, List<Finding> found) {
        List<RedisReport.Node> all = new ArrayList<>();
        told.forEach((name, info) -> all.add(new RedisReport.Node(
                name.contains(":") ? name : name + ":" + info.getOrDefault("tcp_port", "?"), info)));
        return new RedisReport(
                from.mode,
                all,
                found.stream()
                        .filter(finding -> finding.severity() != Severity.OK)
                        .map(Sight::found)
                        .toList());
    }

    private static RedisReport.Found found(Finding finding) {
        String level = finding.severity() == Severity.UNSEEN ? "unseen" : "warn";
        return new RedisReport.Found(
                finding.severity().isUnfit() ? "bad" : level, finding.name() + ": " + finding.text(), finding.remedy());
    }

    /** What was read of all that is not a tube. */
    private record Ground(Series hour, Duration ping, Brokers.Roll roll, Map<String, Map<String, String>> nodes) {}

    private Future<Overview> look() {
        return ping().compose(ping -> watch.look()
                .compose(seen -> Future.fromCompletionStage(from.samples.ofAll(Samples.Range.HOUR))
                        .compose(hour -> Future.fromCompletionStage(from.brokers.roll())
                                .compose(roll -> Future.fromCompletionStage(nodes.get())
                                        .map(told -> overview(seen, new Ground(hour, ping, roll, told)))))));
    }

    private Future<Duration> ping() {
        long begin = System.nanoTime();
        return Future.fromCompletionStage(from.time.get()).map(now -> Duration.ofNanos(System.nanoTime() - begin));
    }

    private Overview overview(TubeWatch.Seen seen, Ground ground) {
        Collection<TubeState> states = seen.states();
        Overview.RedisState redis = redisState(ground);
        LivingAndLost brokers = LivingAndLost.of(ground.roll);
        List<Attention> attention = new ArrayList<>(ofSystem(redis, brokers));
        states.forEach(state -> attention.addAll(state.attention()));
        return new Overview(
                ground.hour.now(),
                new Overview.TubeCounts(
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
                        .sorted(Attention.WORST_FIRST)
                        .limit(MOST_ATTENTION)
                        .toList(),
                brokers.counts(),
                redis);
    }

    private static Map<JobState, Long> counts(Collection<TubeState> states) {
        Map<JobState, Long> counts = new EnumMap<>(JobState.class);
        for (JobState one : JobState.values()) {
            counts.put(
                    one,
                    states.stream().mapToLong(state -> state.tube().count(one)).sum());
        }
        return counts;
    }

    private static Map<Total, Double> perSecond(Series hour) {
        Sample last = hour.points().getOrDefault(hour.begin(hour.now().minus(WRITTEN_AFTER)), Sample.NOTHING);
        Map<Total, Double> rates = new EnumMap<>(Total.class);
        Sample.COUNTED.forEach(total ->
                rates.put(total, last.count(total) / (double) hour.step().toSeconds()));
        return rates;
    }

    private static Overview.@Nullable OldestReady oldest(Collection<TubeState> states) {
        Overview.OldestReady oldest = null;
        for (TubeState state : states) {
            Duration since = state.tube().oldestReady();
            if (since != null && (oldest == null || since.compareTo(oldest.since()) > 0)) {
                oldest = new Overview.OldestReady(state.tube().name(), since);
            }
        }
        return oldest;
    }

    private static Overview.RedisState redisState(Ground ground) {
        Overview.RedisState fullest = new Overview.RedisState(-1, 0, ground.ping);
        for (Map<String, String> info : ground.nodes.values()) {
            RedisReport.Node node = new RedisReport.Node("", info);
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

    private List<Attention> ofSystem(Overview.RedisState redis, LivingAndLost brokers) {
        List<Attention> all = new ArrayList<>();
        List<Finding> found = from.findings.get();
        long unfit = found.stream().filter(one -> one.severity().isUnfit()).count();
        if (unfit > 0) {
            all.add(Attention.bad(Attention.Code.REDIS_UNSAFE, null, Map.of("findings", unfit)));
        }
        long percent = percent(redis);
        if (percent > WARN_PERCENT) {
            all.add(new Attention(
                    percent > BAD_PERCENT, Attention.Code.REDIS_MEMORY, null, Map.of("percent", percent)));
        }
        brokers.sinceLost()
                .ifPresent(since -> all.add(Attention.warning(
                        Attention.Code.BROKER_LOST,
                        null,
                        Map.of("brokers", (long) brokers.counts().lost(), Attention.SINCE, since.toMillis()))));
        if (found.stream().anyMatch(one -> one.name().equals("clock") && one.severity() == Severity.WARN)) {
            all.add(Attention.warning(Attention.Code.CLOCK, null, Map.of()));
        }
        return all;
    }
}
