package io.grape.client;

import io.grape.client.transport.BrokerResponse;
import io.grape.client.transport.Call;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.RetryPolicy;
import io.grape.client.transport.Traffic;
import io.grape.client.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The consumes and acknowledgements of a client, and its waits for results: the calls of {@link Grape} of these names.
 *
 * @param worker the worker that makes them; empty: none
 */
record JobConsumer(Transport transport, TubeCodecs codecs, String worker) {
    /** The broker refuses a wait that is too long; this keeps the deadline of the call from an overflow. */
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    <T> CompletableFuture<List<Job<T>>> consume(Tube<T> tube, int max, Duration wait) {
        Target target = Target.tubes(tube.name(), "consume").with("max", max);
        return Futures.ofBody(
                () -> transport.send(named(Call.post("consume", target.toString()))
                        .traffic(Traffic.CONSUME)
                        .consumes(checkedWait(wait))),
                body -> JobReader.jobs(body).of(codecs.apply(tube)));
    }

    <T> CompletableFuture<Job<T>> take(Tube<T> tube, String id) {
        Target target = Target.tubes(tube.name(), "jobs", id, "consume");
        return Futures.ofBody(
                        () -> transport.send(named(Call.post("take", target.toString()))
                                .traffic(Traffic.CONSUME)
                                .retry(RetryPolicy.IF_NOT_DONE)),
                        body -> new Job<>(
                                JobReader.job(body), codecs.apply(tube).codec()))
                .exceptionally(Futures.ofJob(id));
    }

    /** The call with the name of its worker, if brokers may judge the worker by its presence. */
    private Call named(Call call) {
        return worker.isEmpty() || !transport.isPresenceConfirmed(worker)
                ? call
                : call.headers(Map.of("Grape-Worker", worker));
    }

    private static Duration checkedWait(Duration wait) {
        return checked("wait", wait, "0 to 60 s");
    }

    private static Duration checked(String name, Duration wait, String expected) {
        if (wait.isNegative() || wait.compareTo(MAX_WAIT) > 0) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, name + ": expected " + expected + ", got " + wait);
        }
        return wait;
    }

    CompletableFuture<List<Result<Acknowledged>>> acknowledgeAll(String tube, List<? extends Acknowledgement> acks) {
        Target target = Target.tubes(tube, "acks");
        return Futures.ofResponse(() -> transport.send(acks(target, acks)), response -> results(acks, response));
    }

    private Call acks(Target target, List<? extends Acknowledgement> acks) {
        return named(Call.post("acks", target.toString()))
                .traffic(Traffic.ACKNOWLEDGE)
                .body(RequestBody.json(JobWriter.acks(acks)));
    }

    private static List<Result<Acknowledged>> results(List<? extends Acknowledgement> acks, BrokerResponse response)
            throws IOException {
        List<Result<Acknowledged>> results = ResultReader.allAcknowledged(response.body());
        if (results.size() != acks.size()) {
            throw new IOException("expected " + acks.size() + " results, got " + results.size());
        }
        return response.retried() ? RetryReconciler.settled(acks, results) : results;
    }

    <T> CompletableFuture<NextJobs<T>> acknowledgeAndConsume(
            Tube<T> tube, List<? extends Acknowledgement> acks, int max, Duration wait) {
        Target target = Target.tubes(tube.name(), "acks").with("next", max);
        return Futures.ofResponse(
                () -> transport.send(acks(target, acks).consumes(checkedWait(wait))),
                response -> new NextJobs<>(
                        results(acks, response),
                        JobReader.nextJobs(response.body()).of(codecs.apply(tube))));
    }

    <T> CompletableFuture<List<Job<T>>> finishAndConsume(
            Tube<T> tube, Acknowledgement.Finish finish, int max, Duration wait) {
        Target target = Target.tubes(tube.name(), "jobs", finish.id(), "finish")
                .with("lease", finish.lease())
                .with("next", max);
        JobResult result = finish.result();
        Call plain = named(Call.post("finish", target.toString())).traffic(Traffic.ACKNOWLEDGE);
        Call call = result == null ? plain : plain.body(new RequestBody(result.bytes(), result.contentType()));
        return Futures.ofBody(
                        () -> transport
                                .send(call.consumes(checkedWait(wait)))
                                .exceptionally(RetryReconciler::finishedEarlier),
                        body -> ResponseParser.finished(body).of(codecs.apply(tube)))
                .exceptionally(Futures.ofJob(finish.id()));
    }

    CompletableFuture<Optional<JobResult>> awaitResult(Tube<?> tube, String id, Duration timeout) {
        return Futures.of(() -> ResultWait.run(
                        transport,
                        Target.tubes(tube.name(), "jobs", id, "result"),
                        checked("timeout", timeout, "0 to 1 day")))
                .exceptionally(Futures.ofJob(id));
    }
}
