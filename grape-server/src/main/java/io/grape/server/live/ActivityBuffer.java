package io.grape.server.live;

import io.grape.core.TubeName;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.RunTimes;
import io.grape.server.metrics.TrafficListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * In which tubes something happened at this broker since their last sample, how late it delivered their jobs, and how
 * long those ran. Redis has counted what happened. So a tube for which there is no room here loses only times.
 */
final class ActivityBuffer implements TrafficListener {
    /** Of one flush, and as many wait for the next ones. */
    static final int MAX_TUBES = 10_000;

    private final Map<TubeName, Counts> active = new ConcurrentHashMap<>();
    /** In the order in which they became active, so that each has its turn. */
    private final Queue<TubeName> turn = new ConcurrentLinkedQueue<>();

    /** A tube, the lateness of its deliveries, and how long its jobs ran. */
    record One(TubeName tube, Lateness lateness, RunTimes runTimes) {}

    /** What was counted of a tube. */
    private static final class Counts {
        private final AtomicLongArray classes = new AtomicLongArray(Lateness.CLASSES);
        private final LongAdder jobs = new LongAdder();
        private final LongAdder millis = new LongAdder();

        private void add(One more) {
            for (int at = 0; at < more.lateness.deliveries().size(); at++) {
                classes.addAndGet(at, more.lateness.deliveries().get(at));
            }
            jobs.add(more.runTimes.jobs());
            millis.add(more.runTimes.millis());
        }

        private One of(TubeName tube) {
            return new One(
                    tube,
                    Lateness.of(IntStream.range(0, length()).mapToLong(classes::get)),
                    new RunTimes(jobs.sum(), millis.sum()));
        }

        /** Up to the last class that had any. */
        private int length() {
            int length = classes.length();
            while (length > 0 && classes.get(length - 1) == 0) {
                length--;
            }
            return length;
        }
    }

    @Override
    public void in(TubeName tube) {
        countsOf(tube);
    }

    @Override
    public void late(TubeName tube, Duration by) {
        Counts counts = countsOf(tube);
        if (counts != null) {
            counts.classes.incrementAndGet(Lateness.classOf(by));
        }
    }

    @Override
    public void ran(TubeName tube, Duration time) {
        Counts counts = countsOf(tube);
        if (counts != null) {
            counts.jobs.increment();
            counts.millis.add(time.toMillis());
        }
    }

    /** Null if there is no room for a further tube. */
    private @Nullable Counts countsOf(TubeName tube) {
        Counts counts = active.get(tube);
        if (counts != null || active.size() >= MAX_TUBES) {
            return counts;
        }
        return active.computeIfAbsent(tube, first -> {
            turn.add(first);
            return new Counts();
        });
    }

    /** Takes the tubes whose turn it is; from now on what happens in them is new. */
    List<One> take(int most) {
        List<One> taken = new ArrayList<>();
        while (taken.size() < most) {
            TubeName tube = turn.poll();
            if (tube == null) {
                break;
            }
            Counts counts = active.remove(tube);
            if (counts != null) {
                taken.add(counts.of(tube));
            }
        }
        return taken;
    }

    /** Takes back what could not be stored. */
    void add(One more) {
        Counts counts = countsOf(more.tube);
        if (counts != null) {
            counts.add(more);
        }
    }
}
