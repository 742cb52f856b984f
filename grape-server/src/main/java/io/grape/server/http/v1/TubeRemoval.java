package io.grape.server.http.v1;

import io.grape.core.TubeName;
import io.grape.core.tube.Tubes;
import io.grape.server.http.call.Request;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Removes tubes, for both APIs. A tube is gone for every call once it is marked, by the first script of the removal. The
 * emptying after that takes as long as the tube is large, and goes on by itself: nobody waits for it longer than this.
 */
public final class TubeRemoval {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Tubes tubes;
    private final Duration patience;

    public TubeRemoval(Tubes tubes) {
        this(tubes, PATIENCE);
    }

    public TubeRemoval(Tubes tubes, Duration patience) {
        this.tubes = tubes;
        this.patience = patience;
    }

    /** Done when the tube is gone for every call. */
    public Future<Void> of(TubeName name, Request request) {
        Future<Void> emptied = request.await(tubes.delete(name));
        return emptied.timeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .recover(failure -> failure instanceof TimeoutException
                        ? unlessThere(name, request, emptied)
                        : Future.failedFuture(failure));
    }

    /** One that is still there is not even marked: Redis has not answered yet. */
    private Future<Void> unlessThere(TubeName name, Request request, Future<Void> emptied) {
        return request.await(tubes.exists(name)).compose(there -> there ? emptied : Future.succeededFuture());
    }
}
