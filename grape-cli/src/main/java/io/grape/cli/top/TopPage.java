package io.grape.cli.top;

import io.grape.cli.settings.Durations;
import io.grape.client.BrokerStatus;
import io.grape.client.JobState;
import io.grape.client.Lateness;
import io.grape.client.Overview;
import io.grape.client.OverviewProblem;
import io.grape.client.TubeActivity;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The lines of a page. */
final class TopPage {
    private static final int MOST_PROBLEMS = 4;
    private static final int MOST_BROKERS = 8;
    private static final String TUBE_ROW = "%-28s %9s %9s %9s %9s %9s %9s %8s %8s %9s  %s";
    private static final String BROKER_ROW = "%-28s %9s %9s %9s %9s %9s %9s";
    private static final String NONE = "-";

    private final Snapshot snapshot;
    private final TubeOrder order;

    TopPage(Snapshot snapshot, TubeOrder order) {
        this.snapshot = snapshot;
        this.order = order;
    }

    /**
     * The page with as many tubes as there is room for.
     *
     * @param rows of the screen
     */
    List<String> lines(int rows) {
        List<String> lines = new ArrayList<>(head());
        List<String> brokers = brokers();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                TUBE_ROW,
                "TUBE",
                "READY",
                "DELAYED",
                "RETAINED",
                "FAILED",
                "IN/S",
                "OUT/S",
                "FAIL/S",
                "P95",
                "OLDEST",
                "STATE"));
        int room = Math.max(1, rows - lines.size() - brokers.size() - 1);
        List<String> tubes = snapshot.tubes().stream()
                .sorted(order.comparator())
                .map(TopPage::row)
                .toList();
        lines.addAll(tubes.subList(0, Math.min(room, tubes.size())));
        lines.add("");
        lines.addAll(brokers);
        return lines;
    }

    private List<String> head() {
        Overview overview = snapshot.overview();
        List<String> lines = new ArrayList<>();
        lines.add("grape top  " + overview.at().truncatedTo(ChronoUnit.SECONDS) + "  health " + overview.health()
                + "  by " + order.label());
        lines.add("tubes     " + overview.tubes() + " (" + overview.paused() + " paused)  brokers " + overview.brokers()
                + (overview.lostBrokers() == 0 ? "" : " (" + overview.lostBrokers() + " lost)")
                + (overview.redis() == null ? "" : "  redis " + millis(overview.redis())));
        lines.add("jobs      "
                + overview.counts().entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey().wireName())
                        .collect(Collectors.joining("  ")));
        lines.add("a second  "
                + overview.perSecond().entrySet().stream()
                        .map(rate -> rate(rate.getValue()) + " " + rate.getKey())
                        .collect(Collectors.joining("  ")));
        lines.add("late      " + late(overview));
        overview.attention().stream().limit(MOST_PROBLEMS).map(TopPage::problem).forEach(lines::add);
        return lines;
    }

    private static String late(Overview overview) {
        Lateness lateness = overview.lateness();
        Overview.OldestReady oldest = overview.oldestReady();
        return (lateness == null
                        ? "nothing was delivered in the last minute"
                        : "p50 " + Durations.shortText(lateness.p50()) + "  p95 "
                                + Durations.shortText(lateness.p95()) + "  p99 "
                                + Durations.shortText(lateness.p99()))
                + (oldest == null
                        ? ""
                        : "  oldest ready " + Durations.shortText(oldest.since()) + " in " + oldest.tube());
    }

    private static String problem(OverviewProblem problem) {
        return (problem.isBad() ? "!! " : "!  ")
                + problem.code()
                + (problem.tube() == null ? "" : " " + problem.tube())
                + problem.detail().entrySet().stream()
                        .filter(detail -> !detail.getValue().isEmpty())
                        .map(detail -> " " + detail.getKey() + "=" + detail.getValue())
                        .collect(Collectors.joining());
    }

    private static String row(TubeActivity activity) {
        Map<JobState, Long> counts = activity.tube().counts();
        Lateness lateness = activity.lateness();
        Duration oldest = activity.tube().oldestReady();
        return String.format(
                        Locale.ROOT,
                        TUBE_ROW,
                        activity.tube().name(),
                        counts.getOrDefault(JobState.READY, 0L),
                        counts.getOrDefault(JobState.DELAYED, 0L),
                        counts.getOrDefault(JobState.RETAINED, 0L),
                        counts.getOrDefault(JobState.FAILED, 0L),
                        rate(activity.perSecond().get("produced")),
                        rate(activity.perSecond().get("finished")),
                        rate(activity.perSecond().get("buried")),
                        lateness == null ? NONE : Durations.shortText(lateness.p95()),
                        oldest == null ? NONE : Durations.shortText(oldest),
                        state(activity))
                .stripTrailing();
    }

    private static String state(TubeActivity activity) {
        if (activity.tube().paused() != null) {
            return "paused";
        }
        return activity.isLatenessTargetMissed() ? "late" : "";
    }

    private List<String> brokers() {
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(Locale.ROOT, BROKER_ROW, "BROKER", "UP", "REQ/S", "WAITING", "CONN", "SHED/S", "REDIS"));
        snapshot.brokers().stream().limit(MOST_BROKERS).map(this::row).forEach(lines::add);
        return lines;
    }

    private String row(BrokerStatus broker) {
        Instant started = broker.startedAt();
        double shed = broker.shedPerSecond().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        Instant now = snapshot.overview().at();
        String up =
                started == null || started.isAfter(now) ? NONE : Durations.shortText(Duration.between(started, now));
        return String.format(
                Locale.ROOT,
                BROKER_ROW,
                broker.host() + ":" + broker.httpPort(),
                broker.isAlive() ? up : "lost",
                rate(broker.requestsPerSecond()),
                broker.parked(),
                broker.connections(),
                rate(shed),
                broker.redis() == null ? NONE : millis(broker.redis()));
    }

    private static String rate(@Nullable Double rate) {
        return rate == null ? NONE : String.format(Locale.ROOT, "%.1f", rate);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.2fms", duration.toNanos() / 1e6);
    }
}
