package io.grape.server.http.v1;

import io.grape.core.ErrorCode;
import io.grape.core.TubeName;
import io.grape.core.job.OnMissingTube;
import io.grape.core.tube.TubeCreator;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.Tubes;
import io.grape.server.access.Principal;
import io.grape.server.access.PrincipalKind;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.Request;
import io.vertx.core.Future;
import java.util.function.Function;

/** Tubes that calls make, by name or by a job that needs one: each caller has made so many at the most. */
public final class NewTubes {
    private static final int MAX_MAKINGS = 10;

    private final Tubes tubes;
    private final int most;

    /** With a bound for each principal. */
    public NewTubes(Tubes tubes, int most) {
        this.tubes = tubes;
        this.most = most;
    }

    /** Makes a tube, unless it is there; fails with QUOTA_EXCEEDED. Where nobody is asked who calls, all may. */
    public Future<Boolean> create(Request request, TubeName tube, TubeSettings settings) {
        Principal caller = request.caller();
        if (caller.kind() == PrincipalKind.ANONYMOUS) {
            return request.await(tubes.create(tube, settings));
        }
        return request.await(tubes.create(tube, settings, new TubeCreator(caller.creatorName(), most)));
    }

    /** A produce, which makes the tube where its caller may. Nothing is asked about a tube that is there. */
    <T> Future<T> into(Request request, TubeName tube, Function<OnMissingTube, Future<T>> produce) {
        return request.caller().kind() == PrincipalKind.ANONYMOUS
                ? produce.apply(OnMissingTube.CREATE)
                : into(request, tube, produce, MAX_MAKINGS);
    }

    /** Makes the tube; again, should somebody remove it before the produce gets there. */
    private <T> Future<T> into(
            Request request, TubeName tube, Function<OnMissingTube, Future<T>> produce, int makings) {
        return produce.apply(OnMissingTube.FAIL)
                .recover(failure -> makings > 0 && Failures.is(ErrorCode.TUBE_NOT_FOUND, failure)
                        ? create(request, tube, TubeSettings.DEFAULT)
                                .compose(made -> into(request, tube, produce, makings - 1))
                        : Future.failedFuture(failure));
    }
}
