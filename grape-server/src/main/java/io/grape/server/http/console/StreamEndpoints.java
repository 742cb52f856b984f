package io.grape.server.http.console;

import io.grape.server.access.Access;
import io.grape.server.access.LongCall;
import io.grape.server.access.Right;
import io.grape.server.http.call.CallClass;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.vertx.core.Future;
import java.util.List;

/** What is going on, as events while it goes on. */
public final class StreamEndpoints implements Endpoints {
    private final EventStreams feed;
    private final Access access;

    public StreamEndpoints(EventStreams feed, Access access) {
        this.feed = feed;
        this.access = access;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(Endpoint.get(Topic.STREAM, Right.TUBES_READ, this::stream)
                .query("topics")
                .of(CallClass.STREAM));
    }

    private Future<Response> stream(Request request) {
        List<Topic> topics = Topic.parse(request.query().required("topics", Topic.EXPECTED), request.caller());
        feed.checkRoom(request.caller());
        StreamSubscriber viewer = new StreamSubscriber(
                request.context(), request.caller().toString(), topics, request.header("Last-Event-ID"));
        return Future.succeededFuture(Response.stream("text/event-stream", response -> {
            request.waits();
            Future<Void> ended = viewer.begin(response, request.memory().room());
            feed.add(viewer);
            request.whenGone(() -> feed.remove(viewer));
            LongCall stay = access.stay(request.caller(), () -> feed.remove(viewer));
            return ended.onComplete(done -> stay.close());
        }));
    }
}
