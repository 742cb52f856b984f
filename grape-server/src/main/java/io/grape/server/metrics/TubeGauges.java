package io.grape.server.metrics;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.key.KeyShares;
import io.grape.core.tube.Tube;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.FanOut;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is in the tubes, for the scrape. Each refresh looks at every tube that has a label, and at a bounded number of the
 * rest, in turn: what a scrape costs does not grow with the number of tubes, and the sum over the rest lags behind. After a
 * failure the gauges are absent rather than old.
 */
final class TubeGauges {
    private static final Logger LOG = LoggerFactory.getLogger(TubeGauges.class);
    private static final int OTHERS_PER_REFRESH = 200;
    private static final int CHECKS_CONCURRENCY = 16;

    private final Tubes tubes;
    private final KeySnapshots keys;
    private final Supplier<Set<TubeName>> known;
    private final TubeLabels labels;
    private final Duration freshness;
    private final Executor worker;
    private final MultiGauge jobs;
    private final MultiGauge oldestReady;
    private final MultiGauge targetMissed;
    private final MultiGauge imbalance;
    private final MultiGauge missing;
    private final KeyGauges keyGauges;
    private final List<StoredTotals> totals;
    private final Map<TubeName, Tube> seen = new ConcurrentHashMap<>();
    private final Queue<TubeName> turn = new ArrayDeque<>();
    private CompletableFuture<Void> refresh = CompletableFuture.completedFuture(null);
    private long refreshedAt;
    private boolean refreshedOnce;

    /** Keeps what it saw for {@code freshness}, and makes gauges of it on the {@code worker}. */
    TubeGauges(MeterRegistry registry, MeterSources sources, TubeLabels labels, Duration freshness, Executor worker) {
        this.tubes = sources.tubes();
        this.keys = sources.keys();
        this.known = sources.known();
        this.labels = labels;
        this.freshness = freshness;
        this.worker = worker;
        this.jobs = Metric.JOBS.multiGauge(registry);
        this.oldestReady = Metric.OLDEST_READY.multiGauge(registry);
        this.targetMissed = Metric.TARGET_MISSED.multiGauge(registry);
        this.imbalance = Metric.IMBALANCE.multiGauge(registry);
        this.missing = Metric.MISSING.multiGauge(registry);
        this.keyGauges = new KeyGauges(registry);
        this.totals = List.of(
                new StoredTotals(registry, Metric.LEASES_EXPIRED, TubeGauges::expired),
                new StoredTotals(registry, Metric.TUBE_JOBS, TubeGauges::byEvent),
                new StoredTotals(registry, Metric.REPAIRS, TubeGauges::byFault));
    }

    private static Map<List<String>, Long> byFault(Tube tube) {
        return tube.repairs().entrySet().stream()
                .collect(Collectors.toMap(one -> List.of(one.getKey().wireName()), Map.Entry::getValue));
    }

    private static Map<List<String>, Long> expired(Tube tube) {
        return Map.of(List.of(), tube.total(TubeCounter.EXPIRED));
    }

    /** Deliveries are not among them: one that is handed back is taken off the total again, and a counter must not fall. */
    private static Map<List<String>, Long> byEvent(Tube tube) {
        return Stream.of(TubeCounter.values())
                .filter(total -> total != TubeCounter.CONSUMED)
                .collect(Collectors.toMap(total -> List.of(total.wireName()), tube::total));
    }

    /** Done when the gauges are fresh, or could not be made so. Those who ask together share one refresh. */
    synchronized CompletableFuture<Void> refresh() {
        boolean fresh = refreshedOnce && System.nanoTime() - refreshedAt < freshness.toNanos();
        if (refresh.isDone() && !fresh) {
            refreshedOnce = true;
            refreshedAt = System.nanoTime();
            refresh = look();
        }
        return refresh;
    }

    private CompletableFuture<Void> look() {
        Set<TubeName> all = known.get();
        Set<TubeName> labelled = labels.choose(all);
        seen.keySet().removeIf(tube -> !all.contains(tube) && !labelled.contains(tube));
        List<TubeName> next = new ArrayList<>(labelled);
        next.addAll(others(all, labelled));
        keys.keep(labelled);
        return FanOut.tubes(next, CHECKS_CONCURRENCY, tubes::describe)
                .thenCompose(found -> keysOf(labelled, found).thenApply(shares -> new Look(found, shares)))
                .<@Nullable Void>handleAsync(
                        (look, failure) -> {
                            if (failure == null) {
                                next.forEach(tube -> saw(tube, look.tubes.get(tube)));
                                show(labelled);
                                keyGauges.show(look.keys);
                            } else {
                                LOG.debug("no gauges of tubes in this scrape", failure);
                                hide();
                            }
                            return null;
                        },
                        worker)
                .toCompletableFuture();
    }

    /** What was found of tubes. */
    private record Look(Map<TubeName, Tube> tubes, Map<TubeName, KeyShares> keys) {}

    private CompletionStage<Map<TubeName, KeyShares>> keysOf(Set<TubeName> labelled, Map<TubeName, Tube> found) {
        List<TubeName> keyed = labelled.stream()
                .filter(tube -> found.containsKey(tube)
                        && !found.get(tube).settings().keys().isOff())
                .toList();
        return FanOut.tubes(keyed, CHECKS_CONCURRENCY, keys::fresh).thenApply(shares -> {
            Map<TubeName, KeyShares> there = new HashMap<>();
            shares.forEach((tube, ofTube) -> ofTube.ifPresent(some -> there.put(tube, some)));
            return there;
        });
    }

    private List<TubeName> others(Set<TubeName> all, Set<TubeName> labelled) {
        if (turn.isEmpty()) {
            turn.addAll(all);
        }
        List<TubeName> chosen = new ArrayList<>();
        while (chosen.size() < OTHERS_PER_REFRESH && !turn.isEmpty()) {
            TubeName tube = turn.remove();
            if (all.contains(tube) && !labelled.contains(tube)) {
                chosen.add(tube);
            }
        }
        return chosen;
    }

    private void saw(TubeName tube, @Nullable Tube found) {
        if (found == null) {
            seen.remove(tube);
            return;
        }
        Tube before = seen.put(tube, found);
        if (before != null && !labels.has(tube)) {
            totals.forEach(counters -> counters.sawAgain(before, found));
        }
    }

    private void show(Set<TubeName> labelled) {
        List<MultiGauge.Row<?>> counts = new ArrayList<>();
        List<MultiGauge.Row<?>> ages = new ArrayList<>();
        List<MultiGauge.Row<?>> missed = new ArrayList<>();
        List<MultiGauge.Row<?>> imbalances = new ArrayList<>();
        List<MultiGauge.Row<?>> absent = new ArrayList<>();
        shown(labelled).forEach((label, tubes) -> {
            add(counts, ages, label, tubes);
            missedTarget(tubes).ifPresent(value -> missed.add(Metric.TARGET_MISSED.row(value, label)));
            imbalances.add(Metric.IMBALANCE.row(imbalance(label, tubes), label));
            absent.add(
                    Metric.MISSING.row(tubes.stream().mapToLong(Tube::missing).sum(), label));
        });
        jobs.register(counts, true);
        oldestReady.register(ages, true);
        targetMissed.register(missed, true);
        imbalance.register(imbalances, true);
        missing.register(absent, true);
        totals.forEach(counters -> counters.show(seen.values(), labelled));
    }

    /** What was seen, by label. */
    private Map<String, List<Tube>> shown(Set<TubeName> labelled) {
        return seen.values().stream()
                .collect(Collectors.groupingBy(
                        tube -> labelled.contains(tube.name()) ? tube.name().value() : TubeLabels.OTHER));
    }

    private static void add(
            List<MultiGauge.Row<?>> counts, List<MultiGauge.Row<?>> ages, String label, List<Tube> tubes) {
        for (JobState state : JobState.live()) {
            long sum = tubes.stream().mapToLong(tube -> tube.count(state)).sum();
            counts.add(Metric.JOBS.row(sum, label, state.wireName()));
        }
        double oldest =
                tubes.stream().mapToDouble(TubeGauges::oldestReadySeconds).max().orElse(0);
        ages.add(Metric.OLDEST_READY.row(oldest, label));
    }

    /** Of those that state a target, whether one misses it. */
    private static OptionalInt missedTarget(List<Tube> tubes) {
        return tubes.stream()
                .filter(tube -> !tube.settings().latenessTarget().isZero())
                .mapToInt(tube -> tube.late() == null ? 0 : 1)
                .max();
    }

    /** That of a tube; of the rest the sum of their sizes, or one could hide another. */
    private static double imbalance(String label, List<Tube> tubes) {
        return tubes.stream()
                .map(Tube::imbalance)
                .filter(Objects::nonNull)
                .mapToLong(one -> label.equals(TubeLabels.OTHER) ? Math.abs(one) : one)
                .sum();
    }

    private static double oldestReadySeconds(Tube tube) {
        Duration oldest = tube.oldestReady();
        return oldest == null ? 0 : oldest.toMillis() / 1000.0;
    }

    private void hide() {
        jobs.register(List.of(), true);
        oldestReady.register(List.of(), true);
        targetMissed.register(List.of(), true);
        imbalance.register(List.of(), true);
        missing.register(List.of(), true);
        keyGauges.show(Map.of());
        totals.forEach(counters -> counters.show(List.of(), Set.of()));
    }
}
