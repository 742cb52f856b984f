package io.grape.server.http.console;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.access.Principal;
import io.grape.server.access.PrincipalKind;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of this broker. Once a second each topic that somebody looks at is looked up once, however many look; while nobody
 * does, nothing is. What a new viewer wants to see first comes out of the same second: a topic for which nothing is left of it has its
 * turn in the next one, unless its viewer has gone.
 */
public final class EventStreams {
    public static final int MAX_VIEWERS = 200;
    /** Of one user, or of tokens of one name. Where nobody is asked who he is, all are one, and may take all the room. */
    public static final int MAX_OF_ONE = 20;

    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);
    private static final long TICK_MILLIS = 1000;
    private static final int TICKS_PER_KEEP_ALIVE = 15;

    private final BiFunction<Topic, Context, Future<Buffer>> lookup;
    private final Set<StreamSubscriber> viewers = ConcurrentHashMap.newKeySet();
    private final FairTopicQueue turns = new FairTopicQueue();

    private @Nullable Context context;
    private long timer = -1;
    private int ticks;
    private volatile boolean closed;

    public EventStreams(BiFunction<Topic, Context, Future<Buffer>> lookup) {
        this.lookup = lookup;
    }

    /** Fails where there is no room for one more, or for one more of this caller. */
    void checkRoom(Principal caller) {
        if (closed) {
            throw new GrapeException(ErrorCode.DRAINING, "this broker is shutting down, retry at another one");
        }
        if (viewers.size() >= MAX_VIEWERS) {
            throw new GrapeException(
                    ErrorCode.OVERLOADED, "this broker has " + MAX_VIEWERS + " streams open, try another");
        }
        String who = caller.toString();
        if (caller.kind() != PrincipalKind.ANONYMOUS
                && viewers.stream().filter(viewer -> viewer.who().equals(who)).count() >= MAX_OF_ONE) {
            throw new GrapeException(
                    ErrorCode.QUOTA_EXCEEDED,
                    "streams: " + who + " has " + MAX_OF_ONE + " open at this broker, expected fewer");
        }
    }

    /** From now on this one is shown what there is, at once and when it changes. */
    void add(StreamSubscriber viewer) {
        viewers.add(viewer);
        if (closed) {
            remove(viewer);
            return;
        }
        Context on = contextOf(viewer);
        on.runOnContext(go -> {
            if (timer < 0) {
                timer = on.owner().setPeriodic(TICK_MILLIS, tick -> tick(on));
                turns.begin(List.of());
            }
            turns.add(viewer);
            look(on);
        });
    }

    /** The event loop of the first one is that of all that is done here. */
    private synchronized Context contextOf(StreamSubscriber viewer) {
        Context found = context;
        if (found == null) {
            found = viewer.context();
            context = found;
        }
        return found;
    }

    void remove(StreamSubscriber viewer) {
        viewers.remove(viewer);
        viewer.end();
    }

    /** Ends all streams, and takes no more. */
    public void close() {
        closed = true;
        viewers.forEach(this::remove);
    }

    private void tick(Context on) {
        if (viewers.isEmpty()) {
            on.owner().cancelTimer(timer);
            timer = -1;
            return;
        }
        // Who comes back is asked again who he is, and whether he still may.
        viewers.stream().filter(StreamSubscriber::isOld).forEach(this::remove);
        if (++ticks % TICKS_PER_KEEP_ALIVE == 0) {
            viewers.forEach(StreamSubscriber::keepAlive);
        }
        turns.begin(viewers);
        look(on);
    }

    private void look(Context on) {
        turns.next(viewers).forEach(topic -> look(topic, on));
    }

    private void look(Topic topic, Context on) {
        lookup.apply(topic, on)
                .onComplete(done -> turns.done(topic))
                .onSuccess(body -> {
                    String sum = StreamSubscriber.sum(body);
                    viewers.stream()
                            .filter(viewer -> viewer.topics().contains(topic))
                            .forEach(viewer -> viewer.show(topic, body, sum));
                })
                .onFailure(failure -> LOG.debug("a topic could not be looked up topic={}", topic.event(), failure));
    }
}
