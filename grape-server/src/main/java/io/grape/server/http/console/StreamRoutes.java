package io.grape.server.http.console;

import io.grape.server.access.Access;
import io.grape.server.access.Right;
import io.grape.server.access.Stay;
import io.grape.server.http.call.Call;
import io.grape.server.http.call.Reply;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Routes;
import io.vertx.core.Future;
import java.util.List;

/** What is going on, as events while it goes on. */
public final class StreamRoutes implements Routes {
    private final Feed feed;
    private final Access access;

    public StreamRoutes(Feed feed, Access access) {
        this.feed = feed;
        this.access = access;
    }

    @Override
    public List<Call> calls() {
        return List.of(Call.get(Topic.STREAM, Right.TUBES_READ, this::stream)
                .query("topics")
                .ofStreams());
    }

    private Future<Reply> stream(Request request) {
        List<Topic> topics = Topic.parse(request.query().required("topics", Topic.EXPECTED), request.caller());
        feed.checkRoom(request.caller());
        Viewer viewer =
                new Viewer(request.context(), request.caller().toString(), topics, request.header("Last-Event-ID"));
        return Future.succeededFuture(Reply.stream("text/event-stream", response -> {
            request.waits();
            Future<Void> ended = viewer.begin(response, request.room());
            feed.add(viewer);
            request.whenGone(() -> feed.remove(viewer));
            Stay stay = access.stay(request.caller(), () -> feed.remove(viewer));
            return ended.onComplete(done -> stay.close());
        }));
    }
}
