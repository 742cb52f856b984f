package io.grape.server.http.console;

import static java.util.stream.Collectors.toMap;

import io.grape.core.ErrorCode;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.operation.Operations;
import io.grape.core.tube.Series;
import io.grape.core.tube.Tube;
import io.grape.core.tube.Tubes;
import io.grape.server.failure.BrokenTubes;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.Backend;
import io.grape.server.http.call.ReadServices;
import io.grape.server.http.v1.JobJson;
import io.grape.server.http.v1.OperationEndpoints;
import io.grape.server.http.v1.TubeJson;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What topics are now: the bodies of the GETs that they stand for. */
public final class TopicSnapshots {
    private final Broker broker;
    private final Tubes tubes;
    private final ReadServices reads;
    private final Operations operations;

    public TopicSnapshots(Backend behind) {
        this.broker = behind.broker();
        this.tubes = behind.tubes();
        this.reads = behind.reads();
        this.operations = behind.operations();
    }

    /** A tube that does not exist is null. */
    public Future<Buffer> of(Topic topic, Context context) {
        return switch (topic.event()) {
            case Topic.OVERVIEW ->
                Future.fromCompletionStage(reads.monitoring().overview(), context)
                        .map(overview -> OverviewJson.of(overview.of(tube -> topic.shows(tube.value())))
                                .toBuffer());
            case Topic.OPERATIONS ->
                Future.fromCompletionStage(operations.list(OperationEndpoints.DEFAULT_LIMIT, null), context)
                        .map(page -> OperationEndpoints.body(page, topic::shows).toBuffer());
            case Topic.TUBE ->
                states(topic, context)
                        .map(states -> states.isEmpty()
                                ? Buffer.buffer("null")
                                : TubeJson.of(states.get(0).tube, states.get(0).hour)
                                        .toBuffer());
            case Topic.JOB -> job(topic, context);
            default -> states(topic, context).map(TopicSnapshots::written);
        };
    }

    /** A job without its payload; null once it is gone. */
    private Future<Buffer> job(Topic topic, Context context) {
        JobId id = Objects.requireNonNull(topic.job());
        return Future.fromCompletionStage(broker.peek(topic.tubes().get(0), id), context)
                .map(job -> JobJson.withoutPayload(job))
                .recover(failure ->
                        Failures.is(ErrorCode.JOB_NOT_FOUND, failure) || Failures.is(ErrorCode.TUBE_NOT_FOUND, failure)
                                ? Future.succeededFuture(Buffer.buffer("null"))
                                : Future.failedFuture(failure));
    }

    /** A tube, and its last hour. */
    private record State(Tube tube, Series hour) {}

    private Future<List<State>> states(Topic topic, Context context) {
        return Future.all(
                        topic.tubes().stream().map(name -> state(name, context)).toList())
                .map(all -> all.<@Nullable State>list().stream()
                        .filter(Objects::nonNull)
                        .collect(Collectors.toList()));
    }

    private Future<@Nullable State> state(TubeName name, Context context) {
        Future<@Nullable State> found = Future.fromCompletionStage(tubes.describe(name), context)
                .compose(tube -> Future.fromCompletionStage(reads.samples().of(name), context)
                        .map(hour -> new State(tube, hour)));
        return found.recover(
                failure -> Failures.is(ErrorCode.TUBE_NOT_FOUND, failure) || BrokenTubes.passedOver(name, failure)
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure));
    }

    private static Buffer written(List<State> states) {
        Map<TubeName, Series> hours = states.stream().collect(toMap(state -> state.tube.name(), state -> state.hour));
        List<Tube> all = states.stream().map(State::tube).toList();
        return new JsonObject().put("tubes", TubeJson.of(all, hours)).toBuffer();
    }
}
