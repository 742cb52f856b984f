package io.grape.client;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client of one or several brokers. One instance serves a whole process and any number of threads. Each call blocks
 * until its response and fails with a {@link GrapeException}; {@link #async} has the same calls as futures.
 * {@code docs/http.md} says what each call does at the broker.
 *
 * <p>It is an interface, so a test of a service can implement it without a broker. Each call is a default method that
 * waits for its twin of {@link #async}, so such a test overrides only what its service calls. Of several methods with
 * one name, override the one with the most parameters: the others call it.
 */
public interface Grape extends AutoCloseable {
    /**
     * A client with the defaults of {@link GrapeBuilder}. It sends nothing yet.
     *
     * @param brokers such as {@code http://localhost:9521}; several, or the address of a balancer before them
     */
    static Grape connect(String... brokers) {
        return builder()
                .brokers(Arrays.stream(brokers).map(URI::create).toList())
                .build();
    }

    /** Builds a client with other settings. */
    static GrapeBuilder builder() {
        return new GrapeBuilder();
    }

    /** The same calls as futures. */
    AsyncGrape async();

    /** The calls for whole tubes. */
    default Tubes tubes() {
        return new Tubes(async().tubes());
    }

    /** The calls for schedules: they make jobs by a cron expression or at an interval. */
    default Schedules schedules() {
        return new Schedules(async().schedules());
    }

    /** The calls for quotas: they limit what one client may do. */
    default Quotas quotas() {
        return new Quotas(async().quotas());
    }

    /** The calls for operations: they kick, delete or move many jobs. */
    default Operations operations() {
        return new Operations(async().operations());
    }

    /** The calls for pages that show what happens. */
    default Monitoring monitoring() {
        return new Monitoring(async().monitoring());
    }

    /**
     * The same client with another timeout for each call, instead of {@link GrapeBuilder#callTimeout}. It shares the
     * connections, and closing it closes nothing.
     *
     * @param timeout more than 0, up to 1 day
     */
    Grape within(Duration timeout);

    /**
     * A producer that writes jobs into files of a directory, and sends them from there: for write spikes, and for times
     * without a broker. One process at a time uses a directory.
     */
    default BufferedProducerBuilder bufferedProducer(Path directory) {
        return async().bufferedProducer(directory, events());
    }

    /** Whether {@link #close} was called. Every call fails after that. */
    boolean isClosed();

    /** The listener to this client's events. */
    ClientEvents events();

    /**
     * Produces a job that is due at once.
     *
     * @param ack what must hold the job before the call returns: at most one level. Default: {@link AckLevel#DISK}
     */
    default <T> Produced produce(Tube<T> tube, T payload, AckLevel... ack) {
        return produce(tube, NewJob.of(payload), AckLevel.only(ack));
    }

    /** Produces a job. Producing an id that is still in use is not an error: {@link Produced#created()} is false. */
    default <T> Produced produce(Tube<T> tube, NewJob<? extends T> job) {
        return produce(tube, job, AckLevel.DISK);
    }

    /** Produces a job, and waits for the acknowledgement level. */
    default <T> Produced produce(Tube<T> tube, NewJob<? extends T> job, AckLevel ack) {
        return Futures.get(async().produce(tube, job, ack));
    }

    /**
     * Produces any number of jobs, in calls of up to 1000. Returns one result each, in order. A bad job fails alone.
     * Jobs that a broker refuses for now are retried; accepted ones are not.
     */
    default <T> List<Result<Produced>> produceAll(Tube<T> tube, List<? extends NewJob<? extends T>> jobs) {
        return produceAll(tube, jobs, AckLevel.DISK);
    }

    /** The same, and waits for the acknowledgement level. */
    default <T> List<Result<Produced>> produceAll(
            Tube<T> tube, List<? extends NewJob<? extends T>> jobs, AckLevel ack) {
        return Futures.get(async().produceAll(tube, jobs, ack));
    }

    /**
     * Produces the jobs of a stream, however many there are: reads up to 1000, produces them like a list, and reads the
     * next. Keeps only those that failed. If no broker responds, or all are overloaded, it goes on reading, and the rest
     * fails, too.
     *
     * <p>The stream is read on the calling thread, so this call has no twin among the futures. It does not close the
     * stream. An exception of the stream is thrown; the jobs before it are produced.
     */
    default <T> ProduceResults<T> produceAll(Tube<T> tube, Stream<? extends NewJob<? extends T>> jobs) {
        return produceAll(tube, jobs, AckLevel.DISK);
    }

    /** The same, and waits for the acknowledgement level. */
    default <T> ProduceResults<T> produceAll(Tube<T> tube, Stream<? extends NewJob<? extends T>> jobs, AckLevel ack) {
        return ProduceResults.ofChunks(jobs.iterator(), chunk -> produceAll(tube, chunk, ack));
    }

    /**
     * Takes ready jobs, the most urgent first. The caller holds each until its {@link Job#leaseUntil}, and must
     * {@link #acknowledge acknowledge} it before. A {@link io.grape.client.worker.Worker} does all of this by itself.
     *
     * <p>If the calling thread is interrupted, the call is cancelled: a job that the broker had sent already stays leased until its
     * lease ends.
     *
     * @param max 1 to 1000
     * @param wait for the first job if none is ready, up to 60 s
     */
    default <T> List<Job<T>> consume(Tube<T> tube, int max, Duration wait) {
        return Futures.get(async().consume(tube, max, wait));
    }

    /**
     * Takes one job by its id: a delayed, ready or failed one, also from a paused tube. The caller holds it as after a
     * {@link #consume}. Fails with {@link ErrorCode#JOB_NOT_FOUND}, {@link ErrorCode#TUBE_NOT_FOUND}, or
     * {@link ErrorCode#WRONG_STATE} if a consumer holds it. Not retried if it may have happened.
     */
    default <T> Job<T> take(Tube<T> tube, String id) {
        return Futures.get(async().take(tube, id));
    }

    /** Acknowledges a delivery. Fails with {@link ErrorCode#LEASE_LOST} or {@link ErrorCode#JOB_NOT_FOUND}. */
    default Acknowledged acknowledge(String tube, Acknowledgement ack) {
        return Futures.get(async().acknowledge(tube, ack));
    }

    /** Acknowledges up to 1000 deliveries. Returns one result each, in order. */
    default List<Result<Acknowledged>> acknowledgeAll(String tube, List<? extends Acknowledgement> acks) {
        return Futures.get(async().acknowledgeAll(tube, acks));
    }

    /**
     * Finishes a job, and takes ready jobs of its tube in the same call. The finish takes effect before the wait. Fails
     * with {@link ErrorCode#LEASE_LOST} or {@link ErrorCode#JOB_NOT_FOUND}; then it takes no jobs. A broker that cannot
     * give jobs now finishes, and gives none.
     *
     * @param max 1 to 1000
     * @param wait for the first job if none is ready, up to 60 s
     */
    default <T> List<Job<T>> finishAndConsume(Tube<T> tube, Acknowledgement.Finish finish, int max, Duration wait) {
        return Futures.get(async().finishAndConsume(tube, finish, max, wait));
    }

    /**
     * Acknowledges up to 1000 deliveries, and takes ready jobs of their tube in the same call, whatever the results. The
     * acknowledgements take effect before the wait.
     *
     * @param max 1 to 1000
     * @param wait for the first job if none is ready, up to 60 s
     */
    default <T> NextJobs<T> acknowledgeAndConsume(
            Tube<T> tube, List<? extends Acknowledgement> acks, int max, Duration wait) {
        return Futures.get(async().acknowledgeAndConsume(tube, acks, max, wait));
    }

    /**
     * Waits for the result of a job, in a tube that {@linkplain TubeSettings#keep keeps} finished jobs. Empty if the job has
     * failed, or has not finished by then; {@link #peek} says which. A job that finished without a result has an empty one.
     *
     * <p>Fails with {@link ErrorCode#JOB_NOT_FOUND} if the job does not exist and is not kept, or with {@link
     * ErrorCode#TUBE_NOT_FOUND}.
     *
     * @param timeout up to 1 day; 0: does not wait
     */
    default Optional<JobResult> awaitResult(Tube<?> tube, String id, Duration timeout) {
        return Futures.get(async().awaitResult(tube, id, timeout));
    }

    /** Looks at a job without consuming it; empty if it does not exist. */
    default <T> Optional<Job<T>> peek(Tube<T> tube, String id) {
        return Futures.get(async().peek(tube, id));
    }

    /**
     * Lists the jobs of a state.
     *
     * @param limit 1 to 1000
     * @param cursor {@link JobPage#next} of the page before; null for the first
     */
    default <T> JobPage<T> list(Tube<T> tube, JobState state, int limit, @Nullable String cursor) {
        return Futures.get(async().list(tube, state, limit, cursor));
    }

    /**
     * Takes over jobs of another broker into a tube that exists, as they were there. A job whose id is live stays as it is:
     * {@link Produced#created()} is false. One result each, in order.
     *
     * @param jobs at most 1000, and 16 MiB together
     */
    default List<Result<Produced>> importAll(String tube, List<ExportedJob> jobs) {
        return Futures.get(async().importAll(tube, jobs));
    }

    /** Deletes a job, so no worker gets it. A job that a worker holds now stays. */
    default Deleted delete(Tube<?> tube, String id) {
        return Futures.get(async().delete(tube, id));
    }

    /** Deletes a job even if a worker holds it. That worker's lease is lost. */
    default Deleted forceDelete(Tube<?> tube, String id) {
        return Futures.get(async().forceDelete(tube, id));
    }

    /**
     * Changes a job in place and returns it as it is then: {@code grape.change(ORDERS, "order-8812", job ->
     * job.delay(Duration.ofHours(1)))}. Of a retained job neither the due time nor the payload can be changed, of a failed one
     * not the due time.
     *
     * <p>Fails with {@link ErrorCode#WRONG_STATE} for those and for another {@linkplain JobChange#ifRev rev}, {@link
     * ErrorCode#JOB_NOT_FOUND}, {@link ErrorCode#TUBE_NOT_FOUND}, or {@link ErrorCode#TUBE_FULL}.
     */
    default <T> Job<T> change(Tube<T> tube, String id, UnaryOperator<JobChange<T>> change) {
        return Futures.get(async().change(tube, id, change));
    }

    /**
     * Asks the consumer of a retained job to stop. A worker's handler learns it from {@code JobContext.cancelled()}, at
     * the latest a third of a ttr later. If the lease runs out, the job fails with the reason. A second call changes
     * nothing and returns the first.
     *
     * <p>Fails with {@link ErrorCode#WRONG_STATE} unless the job is retained, or {@link ErrorCode#JOB_NOT_FOUND}.
     *
     * @param reason up to 200 characters, may be empty
     */
    default Cancellation cancel(Tube<?> tube, String id, String reason) {
        return Futures.get(async().cancel(tube, id, reason));
    }

    /** Makes a delayed or failed job ready; its attempts begin anew. */
    default Kicked kick(Tube<?> tube, String id) {
        return kick(tube, id, Duration.ZERO);
    }

    /** Makes a delayed or failed job ready after a delay; its attempts begin anew. */
    default Kicked kick(Tube<?> tube, String id, Duration delay) {
        return Futures.get(async().kick(tube, id, delay));
    }

    /**
     * Makes up to {@code max} jobs ready, 1 to 1000: failed ones if there are any, else delayed ones. Returns how many.
     * Not retried if it may have happened.
     */
    default int kickAll(Tube<?> tube, int max) {
        return Futures.get(async().kickAll(tube, max));
    }

    /**
     * Calls without a response fail with {@link ErrorCode#UNREACHABLE}, and so do later calls. The threads of the client
     * end; before Java 21, that of the JDK's HTTP client and its idle connections end when it is garbage collected. Close the
     * workers first: they hand back their jobs.
     */
    @Override
    void close();
}
