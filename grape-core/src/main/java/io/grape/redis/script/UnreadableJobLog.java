package io.grape.redis.script;

import io.grape.core.OncePerInterval;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs jobs that a script could not read and failed, or that are missing and kept: at most once a minute per tube. In
 * the reply they follow as an id, an empty value and the reason each.
 */
public final class UnreadableJobLog {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadableJobLog.class);
    private static final int FIRST = 3;
    private static final int VALUES = 3;
    private static final int MAX_TUBES = 1000;
    private static final Map<TubeName, OncePerInterval> WARNINGS = new ConcurrentHashMap<>();

    private UnreadableJobLog() {}

    public static void tell(TubeName tube, Reply reply) {
        tell(tube, reply, FIRST);
    }

    /** The same for a reply in which they can begin elsewhere. */
    public static void tell(TubeName tube, Reply reply, int from) {
        List<Integer> found = new ArrayList<>(0);
        for (int at = reply.size() - VALUES; at >= from && reply.isEmpty(at + 1); at -= VALUES) {
            found.add(at);
        }
        if (!found.isEmpty()) {
            int first = found.get(found.size() - 1);
            tell(tube, found.size(), reply.text(first), reply.text(first + 1 + 1));
        }
    }

    /** Logs their number, and one of them with its fault. */
    public static void tell(TubeName tube, int count, String id, String why) {
        if (warningsOf(tube).isDue()) {
            LOG.warn("set aside tube={} jobs={} id={}: {}", tube, count, id, why);
        }
    }

    private static OncePerInterval warningsOf(TubeName tube) {
        if (WARNINGS.size() > MAX_TUBES) {
            WARNINGS.clear();
        }
        return WARNINGS.computeIfAbsent(tube, name -> new OncePerInterval(Duration.ofMinutes(1)));
    }
}
