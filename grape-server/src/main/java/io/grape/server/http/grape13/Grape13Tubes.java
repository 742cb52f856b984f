package io.grape.server.http.grape13;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Tube;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.Failures;
import io.grape.server.failure.FanOut;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.v1.NewTubes;
import io.grape.server.http.v1.TubeRemoval;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The calls of Grape 1.3 that concern tubes. */
final class Grape13Tubes {
    /** Tubes that are looked at together; there may be thousands. */
    private static final int CONCURRENCY = 32;

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
        return given.create(newTubes, name).map(made -> Grape13Jobs.yesOrNo(true));
    }

    /** Removing a tube that does not exist, or cannot, is done already. */
    Future<Response> delete(Grape13Request given) {
        Optional<TubeName> name = existing(given);
        Future<?> gone = name.isEmpty()
                ? Future.succeededFuture()
                : given.remove(name.get(), removal).recover(Grape13Tubes::unlessGone);
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
                .map(names -> Response.json(200, Json.write(json -> {
                            json.writeStartArray();
                            for (TubeName name : names) {
                                json.writeString(name.value());
                            }
                            json.writeEndArray();
                        }))
                        .notStored());
    }

    private Future<List<TubeName>> names(Grape13Request given) {
        return given.await(tubes.names())
                .map(names -> names.stream().filter(given::may).sorted().toList());
    }

    /** One tube. */
    Future<Response> stats(Grape13Request given) {
        return given.await(tubes.describe(given.tube()))
                .map(tube -> Response.json(200, Json.write(json -> write(json, tube)))
                        .notStored());
    }

    /** All tubes; one that is removed meanwhile, or broken, is left out. */
    Future<Response> allStats(Grape13Request given) {
        return names(given)
                .compose(names -> given.await(FanOut.tubes(names, CONCURRENCY, tubes::describe)))
                .map(all -> Response.json(200, Json.write(json -> {
                            json.writeStartArray();
                            for (Tube tube : all.values()) {
                                write(json, tube);
                            }
                            json.writeEndArray();
                        }))
                        .notStored());
    }

    private static void write(JsonGenerator json, Tube tube) throws IOException {
        json.writeStartObject();
        json.writeNumberField("dateTime", System.currentTimeMillis());
        json.writeStringField("tubeName", tube.name().value());
        json.writeNumberField("totalJobSize", tube.total(TubeCounter.PRODUCED));
        json.writeNumberField(
                "finishJobSize",
                tube.total(TubeCounter.FINISHED) + tube.total(TubeCounter.DELETED) + tube.total(TubeCounter.DISCARDED));
        json.writeNumberField("delayQueueSize", tube.count(JobState.DELAYED) + tube.count(JobState.READY));
        json.writeNumberField("retainQueueSize", tube.count(JobState.RETAINED));
        json.writeNumberField("failedQueueSize", tube.count(JobState.FAILED));
        json.writeEndObject();
    }
}
