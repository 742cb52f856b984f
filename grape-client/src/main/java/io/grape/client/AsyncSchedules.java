package io.grape.client;

import io.grape.client.JobWriter.Encoded;
import io.grape.client.transport.Call;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.RetryPolicy;
import io.grape.client.transport.Traffic;
import io.grape.client.transport.Transport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls of {@link Schedules} as futures. A future fails with a {@link GrapeException}. */
public final class AsyncSchedules {
    private static final String SCHEDULES = "schedules";

    private final Transport transport;
    private final Supplier<Map<String, String>> headers;
    private final TubeCodecs codecs;

    AsyncSchedules(Transport transport, Supplier<Map<String, String>> headers, TubeCodecs codecs) {
        this.transport = transport;
        this.headers = headers;
        this.codecs = codecs;
    }

    private static Target target(Tube<?> tube, String... more) {
        String[] parts = new String[2 + more.length];
        parts[0] = tube.name();
        parts[1] = SCHEDULES;
        System.arraycopy(more, 0, parts, 2, more.length);
        return Target.tubes(parts);
    }

    /** See {@link Schedules#put(Tube, String, ScheduleSettings, NewJob)}. */
    public <T> CompletableFuture<ScheduleStatus> put(
            Tube<T> tube, String name, ScheduleSettings settings, NewJob<? extends T> job) {
        return put(tube, name, settings, job, null);
    }

    /** See {@link Schedules#put(Tube, String, ScheduleSettings, NewJob, long)}. */
    public <T> CompletableFuture<ScheduleStatus> put(
            Tube<T> tube, String name, ScheduleSettings settings, NewJob<? extends T> job, long rev) {
        return put(tube, name, settings, job, (Long) rev);
    }

    private <T> CompletableFuture<ScheduleStatus> put(
            Tube<T> tube, String name, ScheduleSettings settings, NewJob<? extends T> job, @Nullable Long rev) {
        return Futures.ofBody(
                () -> {
                    Encoded encoded = Encoded.of(job, codecs.apply(tube).codec(), headers.get());
                    Call call = Call.put(
                            "putSchedule",
                            target(tube, name).toString(),
                            RequestBody.json(JobWriter.schedule(settings, encoded)));
                    return transport.send(
                            rev == null
                                    ? call
                                    : call.headers(Map.of("If-Match", "\"" + rev + "\""))
                                            .retry(RetryPolicy.IF_NOT_DONE));
                },
                ScheduleParser::schedule);
    }

    /** See {@link Schedules#list}. */
    public CompletableFuture<List<ScheduleStatus>> list(Tube<?> tube) {
        return Futures.ofBody(
                () -> transport.send(Call.get("listSchedules", target(tube).toString())), ScheduleParser::schedules);
    }

    /** See {@link Schedules#get}. */
    public CompletableFuture<Optional<ScheduleStatus>> get(Tube<?> tube, String name) {
        return Futures.ofBody(
                        () -> transport.send(
                                Call.get("getSchedule", target(tube, name).toString())),
                        body -> Optional.of(ScheduleParser.schedule(body)))
                .exceptionally(Futures.unless(Optional.empty(), ErrorCode.NOT_FOUND));
    }

    /** See {@link Schedules#job}. */
    public CompletableFuture<Optional<ScheduleJob>> job(Tube<?> tube, String name) {
        return Futures.ofBody(
                        () -> transport.send(
                                Call.get("getSchedule", target(tube, name).toString())),
                        body -> Optional.of(JobReader.ofSchedule(body)))
                .exceptionally(Futures.unless(Optional.empty(), ErrorCode.NOT_FOUND));
    }

    /** See {@link Schedules#delete}. */
    public CompletableFuture<Boolean> delete(Tube<?> tube, String name) {
        return Futures.ofResponse(
                        () -> transport.send(
                                Call.delete("deleteSchedule", target(tube, name).toString())),
                        response -> {
                            ResponseParser.done(response);
                            return true;
                        })
                .exceptionally(Futures.unless(false, ErrorCode.NOT_FOUND));
    }

    /** See {@link Schedules#pause}. */
    public CompletableFuture<ScheduleStatus> pause(Tube<?> tube, String name) {
        return Futures.ofBody(
                () -> transport.send(
                        Call.post("pauseSchedule", target(tube, name, "pause").toString())
                                .traffic(Traffic.CONTROL)),
                ScheduleParser::schedule);
    }

    /** See {@link Schedules#resume}. */
    public CompletableFuture<ScheduleStatus> resume(Tube<?> tube, String name) {
        return Futures.ofBody(
                () -> transport.send(
                        Call.post("resumeSchedule", target(tube, name, "resume").toString())
                                .traffic(Traffic.CONTROL)),
                ScheduleParser::schedule);
    }

    /** See {@link Schedules#run}. */
    public CompletableFuture<String> run(Tube<?> tube, String name) {
        return Futures.ofBody(
                () -> transport.send(
                        Call.post("runSchedule", target(tube, name, "run").toString())
                                .retry(RetryPolicy.IF_NOT_DONE)),
                ScheduleParser::run);
    }

    /** See {@link Schedules#backfill}. */
    public CompletableFuture<Backfilled> backfill(Tube<?> tube, String name, Instant from, Instant to) {
        Target target = target(tube, name, "backfill").with("from", from).with("to", to);
        return Futures.ofBody(
                () -> transport.send(Call.post("backfillSchedule", target.toString())), ScheduleParser::backfilled);
    }

    /** See {@link Schedules#preview}. */
    public CompletableFuture<List<SchedulePreview>> preview(ScheduleSettings settings, int count) {
        return Futures.ofBody(
                () -> transport.send(Call.post("previewSchedule", "/v1/schedules/preview")
                        .body(RequestBody.json(JobWriter.preview(settings, count)))),
                ScheduleParser::preview);
    }
}
