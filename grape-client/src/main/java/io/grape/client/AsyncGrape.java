package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.client.transport.Call;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.RetryPolicy;
import io.grape.client.transport.Traffic;
import io.grape.client.transport.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The calls of {@link Grape} as futures. A future fails with a {@link GrapeException}. Cancelling a future cancels its
 * call, unless the response is arriving at that moment, or the call carries jobs of other callers. The jobs of a cancelled consume go to others at once, or when their leases
 * end if the broker had sent the response already. {@code orTimeout} does not cancel the call; {@link #within} limits its time.
 *
 * <p>Up to 10,000 calls of a client may be without a response, and their bodies may have up to a quarter of the heap, at
 * least 64 MiB. A further one fails at once with {@link ErrorCode#OVERLOADED}: wait for some of the futures first.
 */
public final class AsyncGrape {
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    private final Transport transport;
    private final JobProducer producer;
    private final JobConsumer consumer;
    /** The worker that makes the calls; empty: none. */
    private final String worker;

    AsyncGrape(JobProducer producer) {
        this(producer, "");
    }

    private AsyncGrape(JobProducer producer, String worker) {
        this.transport = producer.transport();
        this.producer = producer;
        this.worker = worker;
        this.consumer = new JobConsumer(transport, producer.codecs(), worker);
    }

    /**
     * The same calls, in which a worker names itself: when it dies, the jobs that it consumed run again after the grace time of the brokers
     * (2 s by default) instead of at the end of their leases. It has to hold {@link #presence} open with the same id, and names itself once the
     * first heartbeat of that has come. Source: {@code docs/http.md#presence-of-a-worker}.
     *
     * @param id 8 to 64 of {@code A-Z a-z 0-9 _ -}, drawn at random by each worker
     */
    public AsyncGrape asWorker(String id) {
        return new AsyncGrape(producer, id);
    }

    /**
     * Shows that a worker lives, until the future is done. It completes normally when the broker ends the call, for example because it
     * shuts down: then call this again, and another broker gets it. Cancelling it closes the connection.
     *
     * @param onHeartbeat runs each second, and at once when the broker has accepted the call, with the time for which the worker may
     *     be without such a call; zero: its leases end with their time only. It must not block
     */
    public CompletableFuture<Void> presence(String id, Consumer<Duration> onHeartbeat) {
        Target target = Target.presence(id);
        return Futures.ofStream(() -> transport.stream(target.toString(), head -> {
            transport.confirmPresence(id);
            onHeartbeat.accept(
                    Duration.ofMillis(head.firstValueAsLong("Grape-Grace-Ms").orElse(0)));
        }));
    }

    /** See {@link Grape#within}. */
    public AsyncGrape within(Duration timeout) {
        return new AsyncGrape(producer.over(transport.within(timeout("within", timeout))), worker);
    }

    /**
     * The same calls, but a call that a broker sheds, or that this client holds back, fails with
     * {@link ErrorCode#OVERLOADED} at once instead of waiting. For callers that wait by themselves, and then ask for less:
     * see {@link GrapeException#retryAfter}.
     */
    public AsyncGrape failingIfOverloaded() {
        return new AsyncGrape(producer.over(transport.failingIfShed()), worker);
    }

    /**
     * The same calls, whose futures complete on threads of this executor: for callers that go on there, without a hand-over to
     * another thread.
     */
    public AsyncGrape completingOn(Executor threads) {
        return new AsyncGrape(producer.over(transport.endingOn(threads)), worker);
    }

    /** The same calls, made on the caller's thread: for callers that wait for their futures. */
    AsyncGrape blocking() {
        return new AsyncGrape(producer.blocking(), worker);
    }

    static Duration timeout(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(name + ": expected more than 0 and up to 1 day, got " + value);
        }
        return value;
    }

    /** See {@link Grape#bufferedProducer}. */
    BufferedProducerBuilder bufferedProducer(Path directory, ClientEvents events) {
        return new BufferedProducerBuilder(directory, producer.over(transport.failingIfShed()), events);
    }

    /**
     * The tube as this client reads and writes it: with the JSON of {@link GrapeBuilder#json}, unless it has a codec of its own.
     * Throws an IllegalArgumentException for a type that this JSON cannot read.
     */
    public <T> Tube<T> tube(Tube<T> tube) {
        return producer.codecs().apply(tube);
    }

    /** See {@link Grape#tubes}. */
    public AsyncTubes tubes() {
        return new AsyncTubes(transport);
    }

    /** See {@link Grape#quotas}. */
    public AsyncQuotas quotas() {
        return new AsyncQuotas(transport);
    }

    /** See {@link Grape#schedules}. */
    public AsyncSchedules schedules() {
        return new AsyncSchedules(transport, producer.common(), producer.codecs());
    }

    /** See {@link Grape#operations}. */
    public AsyncOperations operations() {
        return new AsyncOperations(transport);
    }

    /** See {@link Grape#monitoring}. */
    public AsyncMonitoring monitoring() {
        return new AsyncMonitoring(transport);
    }

    /** See {@link Grape#produce(Tube, Object, AckLevel...)}. */
    public <T> CompletableFuture<Produced> produce(Tube<T> tube, T payload, AckLevel... ack) {
        return produce(tube, NewJob.of(payload), AckLevel.only(ack));
    }

    /** See {@link Grape#produce(Tube, NewJob)}. */
    public <T> CompletableFuture<Produced> produce(Tube<T> tube, NewJob<? extends T> job) {
        return produce(tube, job, AckLevel.DISK);
    }

    /** See {@link Grape#produce(Tube, NewJob, AckLevel)}. */
    public <T> CompletableFuture<Produced> produce(Tube<T> tube, NewJob<? extends T> job, AckLevel ack) {
        return producer.produce(tube, job, ack);
    }

    /** See {@link Grape#produceAll(Tube, List)}. */
    public <T> CompletableFuture<List<Result<Produced>>> produceAll(
            Tube<T> tube, List<? extends NewJob<? extends T>> jobs) {
        return produceAll(tube, jobs, AckLevel.DISK);
    }

    /** See {@link Grape#produceAll(Tube, List, AckLevel)}. */
    public <T> CompletableFuture<List<Result<Produced>>> produceAll(
            Tube<T> tube, List<? extends NewJob<? extends T>> jobs, AckLevel ack) {
        return producer.produceAll(tube, jobs, ack);
    }

    /** See {@link Grape#consume}. If the future is cancelled, a job that the broker had sent already stays leased until its lease ends. */
    public <T> CompletableFuture<List<Job<T>>> consume(Tube<T> tube, int max, Duration wait) {
        return consumer.consume(tube, max, wait);
    }

    /** See {@link Grape#take}. */
    public <T> CompletableFuture<Job<T>> take(Tube<T> tube, String id) {
        return consumer.take(tube, id);
    }

    /** See {@link Grape#acknowledge(String, Acknowledgement)}. */
    public CompletableFuture<Acknowledged> acknowledge(String tube, Acknowledgement ack) {
        return acknowledgeAll(tube, List.of(ack))
                .thenApply(results -> results.get(0).get())
                .exceptionally(Futures.ofJob(ack.id()));
    }

    /** See {@link Grape#acknowledgeAll}. */
    public CompletableFuture<List<Result<Acknowledged>>> acknowledgeAll(
            String tube, List<? extends Acknowledgement> acks) {
        return consumer.acknowledgeAll(tube, acks);
    }

    /** See {@link Grape#acknowledgeAndConsume}. */
    public <T> CompletableFuture<NextJobs<T>> acknowledgeAndConsume(
            Tube<T> tube, List<? extends Acknowledgement> acks, int max, Duration wait) {
        return consumer.acknowledgeAndConsume(tube, acks, max, wait);
    }

    /** See {@link Grape#finishAndConsume}. */
    public <T> CompletableFuture<List<Job<T>>> finishAndConsume(
            Tube<T> tube, Acknowledgement.Finish finish, int max, Duration wait) {
        return consumer.finishAndConsume(tube, finish, max, wait);
    }

    /** See {@link Grape#awaitResult}. */
    public CompletableFuture<Optional<JobResult>> awaitResult(Tube<?> tube, String id, Duration timeout) {
        return consumer.awaitResult(tube, id, timeout);
    }

    /** See {@link Grape#peek}. */
    public <T> CompletableFuture<Optional<Job<T>>> peek(Tube<T> tube, String id) {
        Target target = Target.tubes(tube.name(), "jobs", id);
        return Futures.ofBody(
                        () -> transport.send(Call.get("peek", target.toString())),
                        body -> Optional.of(new Job<>(
                                JobReader.job(body),
                                producer.codecs().apply(tube).codec())))
                .exceptionally(Futures.unless(Optional.empty(), ErrorCode.JOB_NOT_FOUND, ErrorCode.TUBE_NOT_FOUND))
                .exceptionally(Futures.ofJob(id));
    }

    /** See {@link Grape#list}. */
    public <T> CompletableFuture<JobPage<T>> list(Tube<T> tube, JobState state, int limit, @Nullable String cursor) {
        Target target = Target.tubes(tube.name(), "jobs")
                .with("state", state.wireName())
                .with("limit", limit)
                .with("cursor", cursor);
        return Futures.ofBody(() -> transport.send(Call.get("list", target.toString())), body -> {
            JobReader.Jobs page = JobReader.jobs(body);
            return new JobPage<>(page.of(producer.codecs().apply(tube)), page.next());
        });
    }

    /** See {@link Grape#importAll}. */
    public CompletableFuture<List<Result<Produced>>> importAll(String tube, List<ExportedJob> jobs) {
        Target target = Target.tubes(tube, "import");
        String body = jobs.stream().map(ExportedJob::json).collect(Collectors.joining(",", "[", "]"));
        return Futures.ofBody(
                () -> transport.send(Call.post("import", target.toString())
                        .body(RequestBody.json(body.getBytes(UTF_8)))
                        .traffic(Traffic.PRODUCE)
                        .retry(RetryPolicy.ALWAYS)),
                ResultReader::allProduced);
    }

    /** See {@link Grape#delete}. */
    public CompletableFuture<Deleted> delete(Tube<?> tube, String id) {
        return delete(tube, id, false);
    }

    /** See {@link Grape#forceDelete}. */
    public CompletableFuture<Deleted> forceDelete(Tube<?> tube, String id) {
        return delete(tube, id, true);
    }

    private CompletableFuture<Deleted> delete(Tube<?> tube, String id, boolean force) {
        Target target = Target.tubes(tube.name(), "jobs", id).with("force", force ? true : null);
        return Futures.ofResponse(() -> transport.send(Call.delete("delete", target.toString())), response -> {
                    ResponseParser.done(response);
                    return Deleted.DELETED;
                })
                .exceptionally(Futures.unless(Deleted.RETAINED, ErrorCode.WRONG_STATE))
                .exceptionally(Futures.unless(Deleted.NOT_FOUND, ErrorCode.JOB_NOT_FOUND, ErrorCode.TUBE_NOT_FOUND))
                .exceptionally(Futures.ofJob(id));
    }

    /** See {@link Grape#change}. */
    public <T> CompletableFuture<Job<T>> change(Tube<T> tube, String id, UnaryOperator<JobChange<T>> change) {
        JobChange<T> wanted = change.apply(new JobChange<>());
        String rev = wanted.rev();
        Target target = Target.tubes(tube.name(), "jobs", id);
        return Futures.ofBody(
                        () -> transport.send(Call.patch(
                                        "change",
                                        target.toString(),
                                        RequestBody.json(JobWriter.change(
                                                wanted,
                                                producer.codecs().apply(tube).codec())))
                                .headers(rev == null ? Map.of() : Map.of("If-Match", '"' + rev + '"'))
                                .retry(rev == null ? RetryPolicy.ALWAYS : RetryPolicy.IF_NOT_DONE)),
                        body -> new Job<>(
                                JobReader.job(body),
                                producer.codecs().apply(tube).codec()))
                .exceptionally(Futures.ofJob(id));
    }

    /** See {@link Grape#cancel}. */
    public CompletableFuture<Cancellation> cancel(Tube<?> tube, String id, String reason) {
        Target target =
                Target.tubes(tube.name(), "jobs", id, "cancel").with("reason", reason.isEmpty() ? null : reason);
        return Futures.ofBody(() -> transport.send(Call.post("cancel", target.toString())), ResponseParser::cancelled)
                .exceptionally(Futures.ofJob(id));
    }

    /** See {@link Grape#kick(Tube, String)}. */
    public CompletableFuture<Kicked> kick(Tube<?> tube, String id) {
        return kick(tube, id, Duration.ZERO);
    }

    /** See {@link Grape#kick(Tube, String, Duration)}. */
    public CompletableFuture<Kicked> kick(Tube<?> tube, String id, Duration delay) {
        Objects.requireNonNull(delay, "delay: expected one, got null");
        Target target = Target.tubes(tube.name(), "jobs", id, "kick").with("delayMs", delay);
        return Futures.ofBody(
                        () -> transport.send(Call.post("kick", target.toString())),
                        body -> ResponseParser.kicked(body) > 0 ? Kicked.KICKED : Kicked.READY_ALREADY)
                .exceptionally(Futures.unless(Kicked.RETAINED, ErrorCode.WRONG_STATE))
                .exceptionally(Futures.unless(Kicked.NOT_FOUND, ErrorCode.JOB_NOT_FOUND, ErrorCode.TUBE_NOT_FOUND))
                .exceptionally(Futures.ofJob(id));
    }

    /** See {@link Grape#kickAll}. */
    public CompletableFuture<Integer> kickAll(Tube<?> tube, int max) {
        Target target = Target.tubes(tube.name(), "kick").with("max", max);
        return Futures.ofBody(
                () -> transport.send(Call.post("kickAll", target.toString()).retry(RetryPolicy.IF_NOT_DONE)),
                ResponseParser::kicked);
    }
}
