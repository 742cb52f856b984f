package io.grape.server.http.grape13;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.Tubes;
import io.grape.server.access.Principal;
import io.grape.server.failure.Failures;
import io.grape.server.failure.FanOut;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.v1.NewTubes;
import io.grape.server.http.v1.TubeRemoval;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The calls of Grape 1.3 that concern tubes. */
final class Grape13Tubes {
    /** Tubes that are looked at together; there may be thousands. */
    private static final int CONCURRENCY = 32;
    /** A name in a list is there as JSON, and as the response. */
    private static final long TIMES = 3;

    private static final long BYTES_AROUND_A_NAME = 32;
    private static final long BYTES_OF_STATS = 1024;

    private final Tubes tubes;
    private final TubeRemoval removal;
    private final NewTubes newTubes;

    Grape13Tubes(Tubes tubes, NewTubes newTubes) {
        this.tubes = tubes;
        this.newTubes = newTubes;
        this.removal = new TubeRemoval(tubes);
    }

    /** Making a tube that exists changes nothing. */
    Future<Response> create(Grape13Request given) {
        TubeName name = given.newTube();
        return newTubes.create(given.request(), name, TubeSettings.ENDLESS).map(made -> Grape13Jobs.yesOrNo(true));
    }

    /** Removing a tube that does not exist, or cannot, is done already. */
    Future<Response> delete(Grape13Request given) {
        Optional<TubeName> name = existing(given);
        Future<?> gone = name.isEmpty()
                ? Future.succeededFuture()
                : removal.of(name.get(), given.request()).recover(Grape13Tubes::unlessGone);
        return gone.map(done -> Grape13Jobs.yesOrNo(true));
    }

    private static Optional<TubeName> existing(Grape13Request given) {
        if (given.tubeText().isEmpty()) {
            throw Grape13Refusal.emptyTube();
        }
        try {
            return Optional.of(given.tube());
        } catch (Grape13Refusal e) {
            return Optional.empty();
        }
    }

    private static <T> Future<T> unlessGone(Throwable failure) {
        return Failures.is(ErrorCode.TUBE_NOT_FOUND, failure) ? Future.succeededFuture() : Future.failedFuture(failure);
    }

    Future<Response> list(Grape13Request given) {
        return names(given)
                .compose(names -> given.request()
                        .memory()
                        .awaitBytes(
                                bytes(names, 0),
                                () -> CompletableFuture.completedStage(names),
                                found -> bytes(found, 0)))
                .map(names -> reply(Json.array(names, TubeName::value)));
    }

    /** What a response takes, while it is made, that says of each tube its name and so many bytes. */
    private static long bytes(List<TubeName> names, long beside) {
        return names.stream()
                .mapToLong(name -> BYTES_AROUND_A_NAME + TIMES * name.value().length() + beside)
                .sum();
    }

    private static Response reply(JsonArray all) {
        return Response.json(200, all.toBuffer()).notStored();
    }

    private Future<List<TubeName>> names(Grape13Request given) {
        Principal caller = given.request().caller();
        return given.await(tubes.names())
                .map(names -> names.stream()
                        .filter(name -> caller.mayTube(name.value()))
                        .toList());
    }

    /** One tube. */
    Future<Response> stats(Grape13Request given) {
        return given.await(tubes.describe(given.tube())).map(tube -> Response.fresh(200, json(tube)));
    }

    /** All tubes; one that is removed meanwhile, or broken, is left out. */
    Future<Response> allStats(Grape13Request given) {
        return names(given)
                .compose(names -> given.request()
                        .memory()
                        .awaitBytes(
                                bytes(names, BYTES_OF_STATS),
                                () -> FanOut.tubes(
                                        names,
                                        CONCURRENCY,
                                        tube -> tubes.describeInTurn(tube).thenApply(Grape13Tubes::json)),
                                all -> bytes(names, BYTES_OF_STATS)))
                .map(all -> reply(Json.array(all.values(), one -> one)));
    }

    private static JsonObject json(Tube tube) {
        return new JsonObject()
                .put("dateTime", System.currentTimeMillis())
                .put("tubeName", tube.name().value())
                .put("totalJobSize", tube.total(TubeCounter.PRODUCED))
                .put(
                        "finishJobSize",
                        Arrays.stream(TubeCounter.values())
                                .filter(TubeCounter::isEnd)
                                .mapToLong(tube::total)
                                .sum())
                .put(
                        "delayQueueSize",
                        tube.count(JobState.DELAYED) + tube.count(JobState.READY) + tube.count(JobState.GATED))
                .put("retainQueueSize", tube.count(JobState.RETAINED))
                .put("failedQueueSize", tube.count(JobState.FAILED));
    }
}
