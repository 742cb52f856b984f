package io.grape.server.http.console;

import io.grape.server.admission.MemoryBudget;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * One who looks at a stream. What is written is named by the bodies that were sent last, one sum for each topic: so whoever comes
 * back, to whichever broker, is told what has changed meanwhile and nothing else. Lives on the event loop of its request.
 */
final class StreamSubscriber {
    /** Browsers come back after this, and find a broker that goes on. */
    private static final int RETRY_MILLIS = 1000;

    private static final String UNSEEN = "0";
    private static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Context context;
    private final String who;
    private final List<Topic> topics;
    private final List<String> seen = new ArrayList<>();
    private final Promise<Void> ended = Promise.promise();
    private @Nullable HttpServerResponse response;
    private MemoryBudget.@Nullable Share room;
    private final long begunAt = System.nanoTime();
    private boolean isOver;

    /** One of whom it is known who he is, and that he has seen what an id names, null = nothing. */
    StreamSubscriber(Context context, String who, List<Topic> topics, @Nullable String lastEventId) {
        this.context = context;
        this.who = who;
        this.topics = List.copyOf(topics);
        List<String> before = lastEventId == null ? List.of() : List.of(lastEventId.split("\\.", -1));
        boolean isOurs = before.size() == topics.size();
        topics.forEach(topic -> seen.add(isOurs ? before.get(seen.size()) : UNSEEN));
    }

    /** True after a minute. */
    boolean isOld() {
        return System.nanoTime() - begunAt > OLD_NANOS;
    }

    /** The user or token that looks. */
    String who() {
        return who;
    }

    List<Topic> topics() {
        return topics;
    }

    Context context() {
        return context;
    }

    /** Begins to write, what there is room for. Done once there is no more to come. */
    Future<Void> begin(HttpServerResponse to, MemoryBudget.Share within) {
        response = to;
        room = within;
        to.setChunked(true);
        to.write("retry: " + RETRY_MILLIS + "\n\n");
        return ended.future();
    }

    /** Shows what a topic is now, unless this one has seen it. One that reads too slowly is shown what is there when it has caught up. */
    void show(Topic topic, Buffer body, String sum) {
        context.runOnContext(soon -> {
            HttpServerResponse to = response;
            int at = topics.indexOf(topic);
            if (to == null || isOver || to.writeQueueFull() || seen.get(at).equals(sum)) {
                return;
            }
            write(to, topic, body, () -> seen.set(at, sum));
        });
    }

    /** Where there is no room for it now it is shown later. */
    private void write(HttpServerResponse to, Topic topic, Buffer body, Runnable shown) {
        MemoryBudget.Share within = room;
        if (within != null && within.grow(body.length())) {
            shown.run();
            String head = "event: " + topic.event() + "\nid: " + String.join(".", seen) + "\ndata: ";
            to.write(Buffer.buffer(head).appendBuffer(body).appendString("\n\n"))
                    .onComplete(written -> within.give(body.length()));
        }
    }

    /** Says nothing, so that nobody on the way takes the connection for dead. */
    void keepAlive() {
        context.runOnContext(soon -> {
            HttpServerResponse to = response;
            if (to != null && !isOver && !to.writeQueueFull()) {
                to.write(":\n\n");
            }
        });
    }

    /** There is no more to come. */
    void end() {
        context.runOnContext(soon -> {
            HttpServerResponse to = response;
            if (isOver) {
                return;
            }
            isOver = true;
            if (to == null || to.closed()) {
                ended.complete();
            } else {
                to.end().onComplete(ended);
            }
        });
    }

    /** What tells a body from others. */
    static String sum(Buffer body) {
        CRC32 sum = new CRC32();
        sum.update(body.getBytes());
        return Long.toString(sum.getValue() + 1, Character.MAX_RADIX);
    }
}
