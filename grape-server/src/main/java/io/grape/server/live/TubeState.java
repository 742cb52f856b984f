package io.grape.server.live;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.tube.LateJobs;
import io.grape.core.tube.Sample;
import io.grape.core.tube.Series;
import io.grape.core.tube.Tube;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A tube as it was seen, and what can be said of it.
 *
 * @param lately what happened in it in this minute and the last
 * @param buriedInHour how many jobs failed in the last hour
 * @param sinceBuried how long ago the first of them failed, to the minute
 */
record TubeState(Tube tube, Sample lately, long buriedInHour, Duration sinceBuried) {
    private static final Duration NOBODY_COMES = Duration.ofSeconds(60);
    private static final Duration LATE = Duration.ofSeconds(10);
    private static final double P95 = 0.95;

    /** That of a tube whose last hour is known. */
    static TubeState of(Tube tube, Series hour) {
        return new TubeState(
                tube,
                hour.since(hour.now().minus(hour.step())),
                hour.since(hour.from()).count(TubeCounter.BURIED),
                sinceBuried(hour));
    }

    private static Duration sinceBuried(Series hour) {
        return hour.points().entrySet().stream()
                .filter(point -> point.getValue().count(TubeCounter.BURIED) > 0)
                .findFirst()
                .map(point -> Duration.between(point.getKey(), hour.now()))
                .orElse(Duration.ZERO);
    }

    /** That of a tube in which nothing happened of late. */
    static TubeState quiet(Tube tube) {
        return new TubeState(tube, Sample.NOTHING, 0, Duration.ZERO);
    }

    /** Whether the last hour of a tube can hold something to be said. */
    static boolean mayBeBusy(Tube tube) {
        Duration since = tube.sinceDelivery();
        return tube.count(JobState.FAILED) > 0 || (since != null && since.compareTo(NOBODY_COMES.multipliedBy(3)) < 0);
    }

    boolean isPaused() {
        return tube.paused() != null;
    }

    private boolean isOlder(Duration than) {
        Duration oldest = tube.oldestReady();
        return oldest != null && oldest.compareTo(than) > 0;
    }

    /** Jobs are ready, and nobody takes them. */
    boolean isForsaken() {
        Duration since = tube.sinceDelivery();
        return !isPaused() && isOlder(NOBODY_COMES) && (since == null || since.compareTo(NOBODY_COMES) > 0);
    }

    /** Longer than the tube wants; if it does not say, longer than usual. */
    boolean isLate() {
        if (!tube.settings().latenessTarget().isZero()) {
            return tube.late() != null;
        }
        OptionalLong p95 = lately.lateness().boundMillis(P95);
        return !isPaused() && (isOlder(LATE) || (p95.isPresent() && p95.getAsLong() > LATE.toMillis()));
    }

    List<Alert> attention(StoreCondition store) {
        List<Alert> all = new ArrayList<>();
        LateJobs late = tube.late();
        if (isPaused() && tube.count(JobState.READY) > 0) {
            all.add(Alert.warning(Alert.Code.PAUSED, tube.name(), waiting(null)));
        } else if (late != null) {
            all.add(missed(late, LatenessCause.of(late, tube, store)));
        } else if (isForsaken()) {
            all.add(Alert.bad(Alert.Code.NO_CONSUMER, tube.name(), waiting(sinceForsaken())));
        } else if (isLate()) {
            Map<String, Long> detail = waiting(tube.oldestReady());
            lately.lateness().boundMillis(P95).ifPresent(millis -> detail.put("p95Ms", millis));
            all.add(Alert.warning(Alert.Code.LATE, tube.name(), detail));
        }
        if (buriedInHour > 0) {
            Map<String, Long> detail = Map.of(
                    "buried", buriedInHour, "failed", tube.count(JobState.FAILED), Alert.SINCE, sinceBuried.toMillis());
            all.add(Alert.warning(Alert.Code.FAILED_GROWING, tube.name(), detail));
        }
        return all;
    }

    /** Where nobody comes, jobs stand still. */
    private Alert missed(LateJobs late, LatenessCause cause) {
        Duration target = tube.settings().latenessTarget();
        Map<String, Long> detail = Map.of(
                "ready",
                tube.count(JobState.READY),
                "oldestReadyMs",
                late.oldest().toMillis(),
                "latenessTargetMs",
                target.toMillis(),
                Alert.SINCE,
                late.oldest().minus(target).toMillis());
        return new Alert(cause == LatenessCause.NO_CONSUMER, Alert.Code.LATENESS_TARGET, tube.name(), cause, detail);
    }

    /** Jobs were ready and nobody took one. */
    private @Nullable Duration sinceForsaken() {
        Duration oldest = tube.oldestReady();
        Duration taken = tube.sinceDelivery();
        return oldest == null || taken == null || oldest.compareTo(taken) < 0 ? oldest : taken;
    }

    private Map<String, Long> waiting(@Nullable Duration since) {
        Map<String, Long> detail = new HashMap<>(Map.of("ready", tube.count(JobState.READY)));
        Duration oldest = tube.oldestReady();
        if (oldest != null) {
            detail.put("oldestReadyMs", oldest.toMillis());
        }
        if (since != null) {
            detail.put(Alert.SINCE, since.toMillis());
        }
        return detail;
    }
}
