package io.grape.server.http;

import io.grape.core.ErrorCode;
import io.grape.core.OnMissingTube;
import io.grape.core.TubeName;
import io.grape.core.Tubes;
import io.grape.server.access.Principal;
import io.grape.server.failure.Failures;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.function.Function;

/** Tubes that calls make, by name or by a job that needs one: each caller has made so many at the most. */
final class NewTubes {
    private final Tubes tubes;
    private final int most;

    /** With a bound for each principal. */
    NewTubes(Tubes tubes, int most) {
        this.tubes = tubes;
        this.most = most;
    }

    /** Done where the caller may make this tube, or it is there; fails with QUOTA_EXCEEDED. Where nobody is asked who calls, all may. */
    Future<Void> allow(Request request, TubeName tube) {
        Principal caller = request.caller();
        if (caller.kind() == Principal.Kind.ANONYMOUS) {
            return Future.succeededFuture();
        }
        String name = caller.kind().name().toLowerCase(Locale.ROOT) + ":" + caller.name();
        return request.await(tubes.allow(tube, new Tubes.Maker(name, most)));
    }

    /** A produce, which makes the tube where its caller may. Nothing is asked about a tube that is there. */
    <T> Future<T> into(Request request, TubeName tube, Function<OnMissingTube, Future<T>> produce) {
        if (request.caller().kind() == Principal.Kind.ANONYMOUS) {
            return produce.apply(OnMissingTube.CREATE);
        }
        return produce.apply(OnMissingTube.FAIL)
                .recover(failure -> Failures.is(ErrorCode.TUBE_NOT_FOUND, failure)
                        ? allow(request, tube).compose(allowed -> produce.apply(OnMissingTube.CREATE))
                        : Future.failedFuture(failure));
    }
}
