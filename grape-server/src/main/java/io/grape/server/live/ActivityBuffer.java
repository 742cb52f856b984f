package io.grape.server.live;

import io.grape.core.TubeName;
import io.grape.core.tube.Lateness;
import io.grape.server.metrics.TrafficListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * In which tubes something happened at this broker since their last sample, and how late it delivered their jobs. What
 * happened, Redis has counted: so a tube for which there is no room here loses no more than the lateness of its deliveries.
 */
final class ActivityBuffer implements TrafficListener {
    /** Of one flush, and as many wait for the next ones. */
    static final int MAX_TUBES = 10_000;

    private final Map<TubeName, AtomicLongArray> active = new ConcurrentHashMap<>();
    /** In the order in which they became active, so that each has its turn. */
    private final Queue<TubeName> turn = new ConcurrentLinkedQueue<>();

    /** A tube and the lateness of its deliveries. */
    record One(TubeName tube, Lateness lateness) {}

    @Override
    public void in(TubeName tube) {
        if (!active.containsKey(tube)) {
            add(tube, Lateness.NONE);
        }
    }

    @Override
    public void late(TubeName tube, Duration by) {
        AtomicLongArray classes = active.get(tube);
        if (classes == null) {
            add(tube, Lateness.NONE);
            classes = active.get(tube);
        }
        if (classes != null) {
            classes.incrementAndGet(Lateness.classOf(by));
        }
    }

    /** Takes the tubes whose turn it is; from now on what happens in them is new. */
    List<One> take(int most) {
        List<One> taken = new ArrayList<>();
        while (taken.size() < most) {
            TubeName tube = turn.poll();
            if (tube == null) {
                break;
            }
            AtomicLongArray classes = active.remove(tube);
            if (classes != null) {
                taken.add(new One(
                        tube, Lateness.of(IntStream.range(0, length(classes)).mapToLong(classes::get))));
            }
        }
        return taken;
    }

    /** Up to the last class that had any. */
    private static int length(AtomicLongArray classes) {
        int length = classes.length();
        while (length > 0 && classes.get(length - 1) == 0) {
            length--;
        }
        return length;
    }

    /** Takes back what could not be stored. */
    void add(TubeName tube, Lateness lateness) {
        if (active.size() < MAX_TUBES) {
            active.computeIfAbsent(tube, first -> {
                turn.add(first);
                return new AtomicLongArray(Lateness.CLASSES);
            });
        }
        AtomicLongArray classes = active.get(tube);
        if (classes != null) {
            for (int at = 0; at < lateness.handouts().size(); at++) {
                classes.addAndGet(at, lateness.handouts().get(at));
            }
        }
    }
}
