package io.grape.server.http.console;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.SampleRange;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Schedule;
import io.grape.core.tube.ScheduleWindow;
import io.grape.core.tube.Series;
import io.grape.core.tube.WaitingJobs;
import io.grape.server.access.Right;
import io.grape.server.http.call.Backend;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.http.v1.ActivityJson;
import io.grape.server.http.v1.TubeFanOut;
import io.grape.server.http.v1.TubePager;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is due when, and where a job is, over many tubes. Looks at a bounded number of them, and says at how many. */
public final class ScheduleEndpoints implements Endpoints {
    private static final Duration USUAL = Duration.ofHours(1);
    private static final Duration RATE = Duration.ofMinutes(10);
    private static final int USUAL_STEPS = 60;
    private static final Bounds STEPS = new Bounds(1, ScheduleWindow.MAX_STEPS);
    /** With jobs that wait. */
    private static final int MAX_TUBES = 500;

    private static final int MAX_ASKED = 2_000;
    private static final int MAX_SEARCHED = 5_000;
    private static final int MAX_FOUND = 100;

    private final Backend behind;
    private final Schedule schedule;
    private final Samples samples;
    private final SharedAnswers<Question, Answered> asked = new SharedAnswers<>();

    public ScheduleEndpoints(Backend behind) {
        this.behind = behind;
        this.schedule = behind.reads().schedule();
        this.samples = behind.reads().samples();
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get("/v1/due-times", Right.TUBES_READ, this::schedule).query("tube", "from", "to", "buckets"),
                Endpoint.get("/v1/find", Right.JOBS_READ, this::find).query("id", "cursor"));
    }

    /** What waits in how many of how many tubes. */
    private record Sum(OfTubes waits, int counted, int count) {}

    /**
     * What waits in tubes, and how fast their jobs are finished of late.
     *
     * @param worst the tube whose jobs will be latest; null where none of them can be foreseen
     * @param unknown in how many tubes jobs wait and none was finished of late
     */
    private record OfTubes(
            WaitingJobs waiting,
            double finishedPerSecond,
            @Nullable Worst worst,
            int unknown) {
        static final OfTubes NOTHING = new OfTubes(WaitingJobs.NOTHING, 0, null, 0);

        static OfTubes of(TubeName tube, WaitingJobs waiting, ScheduleWindow window, double finishedPerSecond) {
            Forecast forecast = Forecast.of(waiting, window, finishedPerSecond);
            return new OfTubes(
                    waiting,
                    finishedPerSecond,
                    forecast == null ? null : new Worst(tube, forecast),
                    forecast == null && !waiting.isNothing() ? 1 : 0);
        }

        OfTubes plus(OfTubes more) {
            return new OfTubes(
                    waiting.plus(more.waiting),
                    finishedPerSecond + more.finishedPerSecond,
                    worse(worst, more.worst),
                    unknown + more.unknown);
        }

        private static @Nullable Worst worse(@Nullable Worst one, @Nullable Worst other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return other.forecast.lateness().compareTo(one.forecast.lateness()) > 0 ? other : one;
        }
    }

    /** The tube whose jobs will be latest. */
    private record Worst(TubeName tube, Forecast forecast) {}

    private Future<Response> schedule(Request request) {
        String given = request.query().text("tube");
        TubeName tube = given == null ? null : new TubeName(given);
        Asked asked = Asked.of(request.query());
        return request.await(this.asked.get(
                        new Question(tube, request.caller().tubes(), asked),
                        () -> answer(request, tube, asked).toCompletionStage()))
                .map(answer -> reply(answer.now, answer.window, answer.sum));
    }

    /** Callers who may use the same tubes get the same answer to it. */
    private record Question(@Nullable TubeName tube, List<String> tubes, Asked asked) {}

    private record Answered(Instant now, ScheduleWindow window, Sum sum) {}

    private Future<Answered> answer(Request request, @Nullable TubeName tube, Asked asked) {
        return request.await(tube == null ? samples.ofAll(SampleRange.HOUR) : samples.of(tube))
                .compose(series -> {
                    ScheduleWindow window = asked.window(series.now());
                    return (tube == null ? ofAll(request, window) : of(request, tube, window))
                            .map(sum -> new Answered(series.now(), window, sum));
                });
    }

    /** What a call asks for, before it is known what time it is. */
    private record Asked(@Nullable Instant from, @Nullable Instant to, int steps) {
        static Asked of(Query query) {
            return new Asked(inBounds("from", query), inBounds("to", query), (int)
                    query.wholeNumber("buckets", STEPS, USUAL_STEPS));
        }

        private static @Nullable Instant inBounds(String name, Query query) {
            Instant given = query.instant(name);
            if (given != null && (given.isBefore(Instant.EPOCH) || given.isAfter(Limits.MAX_DUE))) {
                throw GrapeException.badValue(name, "an instant from 1970 to 2200", given);
            }
            return given;
        }

        ScheduleWindow window(Instant now) {
            Instant begin = from == null ? now : from;
            Instant end = to == null ? begin.plus(USUAL) : to;
            if (!end.isAfter(begin)) {
                throw GrapeException.badValue("to", "later than from, " + begin, end);
            }
            long millis = Duration.between(begin, end).toMillis();
            return new ScheduleWindow(begin, Duration.ofMillis((millis + steps - 1) / steps), steps);
        }
    }

    private Future<Sum> of(Request request, TubeName tube, ScheduleWindow window) {
        return request.await(ofTube(tube, window)).map(waits -> new Sum(waits, 1, 1));
    }

    private static double rate(Series series) {
        return series.since(series.now().minus(RATE)).count(TubeCounter.FINISHED)
                / (double) RATE.plus(series.step()).toSeconds();
    }

    /** The tubes that the caller may use, of those that all callers share: a copy for each call would fill the memory. */
    private static Stream<TubeName> allowed(Request request, Set<TubeName> names) {
        return names.stream().filter(name -> request.caller().mayTube(name.value()));
    }

    private Future<Sum> ofAll(Request request, ScheduleWindow window) {
        return request.await(behind.tubes().names()).compose(names -> {
            int count = (int) allowed(request, names).count();
            TubeFanOut<OfTubes> round = new TubeFanOut<>(
                    request, allowed(request, names), MAX_ASKED, one -> one.waiting.isNothing(), MAX_TUBES);
            return round.ask(tube -> ofTube(tube, window)).map(found -> {
                OfTubes sum = found.values().stream().reduce(OfTubes.NOTHING, OfTubes::plus);
                return new Sum(sum, round.asked(), count);
            });
        });
    }

    /** Another tube's consumers help nobody: each tube is foreseen by what is finished in it. */
    private CompletionStage<OfTubes> ofTube(TubeName tube, ScheduleWindow window) {
        return schedule.of(tube, window)
                .thenCompose(waiting -> waiting.isNothing()
                        ? CompletableFuture.completedStage(OfTubes.NOTHING)
                        : samples.of(tube).thenApply(series -> OfTubes.of(tube, waiting, window, rate(series))));
    }

    private static Response reply(Instant now, ScheduleWindow window, Sum sum) {
        WaitingJobs waiting = sum.waits.waiting;
        JsonArray buckets = new JsonArray();
        for (int at = 0; at < window.steps(); at++) {
            buckets.add(at < waiting.counts().size() ? waiting.counts().get(at) : 0);
        }
        return Response.fresh(
                200,
                new JsonObject()
                        .put("at", Rfc3339.text(now))
                        .put("from", Rfc3339.text(window.from()))
                        .put("to", Rfc3339.text(window.to()))
                        .put("stepMs", window.step().toMillis())
                        .put("overdue", waiting.overdue())
                        .put("buckets", buckets)
                        .put("later", waiting.later())
                        .put("finishedPerSecond", ActivityJson.rounded(sum.waits.finishedPerSecond))
                        .put("forecast", forecast(sum.waits.worst))
                        .put(
                                "tubes",
                                new JsonObject()
                                        .put("counted", sum.counted)
                                        .put("count", sum.count)
                                        .put("unknown", sum.waits.unknown)));
    }

    private static @Nullable JsonObject forecast(@Nullable Worst worst) {
        return worst == null
                ? null
                : new JsonObject()
                        .put("tube", worst.tube.value())
                        .put("latenessMs", worst.forecast.lateness().toMillis())
                        .put("at", Rfc3339.text(worst.forecast.at()));
    }

    private Future<Response> find(Request request) {
        JobId id = new JobId(request.query().required("id"));
        TubeName behind = TubePager.behind(request.query().text("cursor"));
        return request.await(this.behind.tubes().names()).compose(all -> {
            NavigableSet<TubeName> names = TubePager.after(all, behind);
            int count = (int) allowed(request, all).count();
            int left = (int) allowed(request, names).count();
            TubeFanOut<Boolean> round =
                    new TubeFanOut<>(request, allowed(request, names), MAX_SEARCHED, found -> !found, MAX_FOUND);
            return round.ask(tube -> this.behind.reads().lookup().has(tube, id))
                    .compose(found -> states(request, List.copyOf(found.keySet()), id))
                    .map(jobs -> found(
                            id,
                            jobs,
                            count - left + round.asked(),
                            count,
                            round.asked() < left ? TubePager.cursor(round.lastAsked()) : null));
        });
    }

    /** Their payloads are not read: together they may be far too long. */
    private Future<SortedMap<TubeName, JobState>> states(Request request, List<TubeName> tubes, JobId id) {
        TubeFanOut<JobState> round = new TubeFanOut<>(request, tubes.stream(), MAX_FOUND, state -> false, MAX_FOUND);
        return round.ask(tube -> behind.reads().results().state(tube, id));
    }

    private static Response found(
            JobId id, Map<TubeName, JobState> jobs, int searched, int count, @Nullable String next) {
        return Response.fresh(
                200,
                new JsonObject()
                        .put("jobs", Json.array(List.copyOf(jobs.entrySet()), job -> json(id, job)))
                        .put("tubes", new JsonObject().put("searched", searched).put("count", count))
                        .put("next", next));
    }

    private static JsonObject json(JobId id, Map.Entry<TubeName, JobState> job) {
        return new JsonObject()
                .put("tube", job.getKey().value())
                .put("id", id.value())
                .put("state", job.getValue().wireName());
    }
}
