package io.grape.server.http;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of this broker. Once a second each topic that somebody looks at is looked up once, however many look; while nobody
 * does, nothing is. A topic that costs more than is left of this second has its turn in the next one.
 */
final class Feed {
    static final int MOST_VIEWERS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);
    private static final long TICK_MILLIS = 1000;
    private static final int TICKS_PER_KEEP_ALIVE = 15;
    private static final int TUBES_A_TICK = 200;

    private final BiFunction<Topic, Context, Future<Buffer>> lookup;
    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
    /** Those that had no turn yet come first. */
    private final Map<Topic, Boolean> turn = new LinkedHashMap<>();

    private @Nullable Context context;
    private long timer = -1;
    private int ticks;
    private boolean looking;
    private volatile boolean closed;

    Feed(BiFunction<Topic, Context, Future<Buffer>> lookup) {
        this.lookup = lookup;
    }

    /** Fails where there is no room for one more. */
    void checkRoom() {
        if (closed) {
            throw new GrapeException(ErrorCode.DRAINING, "this broker is going down, try another");
        }
        if (viewers.size() >= MOST_VIEWERS) {
            throw new GrapeException(
                    ErrorCode.OVERLOADED, "this broker has " + MOST_VIEWERS + " streams open, try another");
        }
    }

    /** From now on this one is shown what there is, at once and when it changes. */
    void add(Viewer viewer) {
        viewers.add(viewer);
        if (closed) {
            remove(viewer);
            return;
        }
        Context on = contextOf(viewer);
        on.runOnContext(go -> {
            if (timer < 0) {
                timer = on.owner().setPeriodic(TICK_MILLIS, tick -> tick(on));
            }
            look(viewer.topics(), on);
        });
    }

    /** The event loop of the first one is that of all that is done here. */
    private synchronized Context contextOf(Viewer viewer) {
        Context found = context;
        if (found == null) {
            found = viewer.context();
            context = found;
        }
        return found;
    }

    void remove(Viewer viewer) {
        viewers.remove(viewer);
        viewer.end();
    }

    /** Ends all streams, and takes no more. */
    void close() {
        closed = true;
        viewers.forEach(this::remove);
    }

    private void tick(Context on) {
        if (viewers.isEmpty()) {
            on.owner().cancelTimer(timer);
            timer = -1;
            turn.clear();
            return;
        }
        // Who comes back is asked again who he is, and whether he still may.
        viewers.stream().filter(Viewer::isOld).forEach(this::remove);
        if (++ticks % TICKS_PER_KEEP_ALIVE == 0) {
            viewers.forEach(Viewer::keepAlive);
        }
        if (!looking) {
            looking = true;
            look(next(), on).onComplete(done -> looking = false);
        }
    }

    private List<Topic> next() {
        Map<Topic, Boolean> wanted = new LinkedHashMap<>();
        viewers.forEach(viewer -> viewer.topics().forEach(topic -> wanted.put(topic, true)));
        turn.keySet().retainAll(wanted.keySet());
        wanted.keySet().forEach(topic -> turn.putIfAbsent(topic, true));
        List<Topic> next = new ArrayList<>();
        int left = TUBES_A_TICK;
        for (Topic topic : List.copyOf(turn.keySet())) {
            left -= topic.cost();
            if (left >= 0) {
                next.add(topic);
                turn.remove(topic);
            }
        }
        next.forEach(topic -> turn.put(topic, true));
        return next;
    }

    private Future<?> look(List<Topic> topics, Context on) {
        return Future.join(topics.stream().map(topic -> look(topic, on)).toList());
    }

    private Future<Buffer> look(Topic topic, Context on) {
        return lookup.apply(topic, on)
                .onSuccess(body -> {
                    String sum = Viewer.sum(body);
                    viewers.stream()
                            .filter(viewer -> viewer.topics().contains(topic))
                            .forEach(viewer -> viewer.show(topic, body, sum));
                })
                .onFailure(failure -> LOG.debug("a topic could not be looked up topic={}", topic.event(), failure));
    }
}
