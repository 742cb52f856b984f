package io.grape.junit;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.TubeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The tubes of the workers: whether there is work now, and when there will be. */
final class Work implements ClientEvents {
    private static final Duration MAX = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(2);

    /** The number of workers by tube. */
    private final Map<String, Integer> workers = new ConcurrentHashMap<>();

    @Override
    public void working(String tube, int change) {
        workers.merge(tube, change, Integer::sum);
    }

    private Stream<TubeStatus> tubes(Grape grape) {
        return workers.entrySet().stream()
                .filter(tube -> tube.getValue() > 0)
                .map(tube -> grape.tubes().status(tube.getKey()))
                .flatMap(Optional::stream);
    }

    /** When the first job is due or the first pause ends; {@code end} if that is later. */
    Instant next(Grape grape, Instant end) {
        return tubes(grape)
                .flatMap(Work::next)
                .filter(then -> then.isBefore(end))
                .min(Instant::compareTo)
                .orElse(end);
    }

    private static Stream<Instant> next(TubeStatus tube) {
        TubeStatus.Pause pause = tube.paused();
        return pause == null ? Stream.ofNullable(tube.nextDueAt()) : Stream.ofNullable(pause.until());
    }

    /**
     * Waits until nothing is ready and no worker holds a job. The tubes are checked one after another, and a handler
     * may produce into one that was checked before. So they are idle when two checks in a row saw the same and none
     * busy.
     */
    void awaitIdle(Grape grape) {
        long end = System.nanoTime() + MAX.toNanos();
        List<TubeStatus> before = List.of();
        List<TubeStatus> now = tubes(grape).toList();
        while (now.stream().anyMatch(Work::isBusy) || !sameTotals(before, now)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("expected idle workers after " + MAX.toSeconds() + " s, got "
                        + now.stream().filter(Work::isBusy).map(Work::named).toList());
            }
            pause();
            before = now;
            now = tubes(grape).toList();
        }
    }

    private static boolean sameTotals(List<TubeStatus> before, List<TubeStatus> now) {
        return before.stream()
                .map(TubeStatus::totals)
                .toList()
                .equals(now.stream().map(TubeStatus::totals).toList());
    }

    private static boolean isBusy(TubeStatus tube) {
        return count(tube, JobState.RETAINED) > 0 || (tube.paused() == null && count(tube, JobState.READY) > 0);
    }

    private static long count(TubeStatus tube, JobState state) {
        return tube.counts().getOrDefault(state, 0L);
    }

    private static String named(TubeStatus tube) {
        return tube.name() + " with " + count(tube, JobState.READY) + " ready and " + count(tube, JobState.RETAINED)
                + " retained";
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while workers were at work", e);
        }
    }
}
