package io.grape.client;

import io.grape.client.JobWriter.Encoded;
import io.grape.client.transport.Transport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The produces of a client, and what goes with each: common headers, and interceptors.
 *
 * @param common headers of each job
 */
record JobProducer(
        Transport transport,
        Supplier<Map<String, String>> common,
        List<ProduceInterceptor> interceptors,
        TubeCodecs codecs,
        ProduceBatches batches) {
    JobProducer(
            Transport transport,
            Supplier<Map<String, String>> common,
            List<ProduceInterceptor> interceptors,
            TubeCodecs codecs) {
        this(transport, common, interceptors, codecs, new ProduceBatches(transport));
    }

    /** The same over a transport with other limits. */
    JobProducer over(Transport other) {
        return new JobProducer(other, common, interceptors, codecs);
    }

    /** The same for callers that wait. */
    JobProducer blocking() {
        return new JobProducer(transport.blocking(), common, interceptors, codecs, batches);
    }

    <T> CompletableFuture<Produced> produce(Tube<T> tube, NewJob<? extends T> job, AckLevel ack) {
        Objects.requireNonNull(job, "job: expected one, got null");
        return accompanied(
                tube,
                List.of(job),
                headers -> Futures.of(() -> batches.produce(
                                transport,
                                tube,
                                Encoded.of(job, codecs.apply(tube).codec(), headers.get()),
                                ack))
                        .exceptionally(Futures.ofJob(job.id())),
                produced -> null);
    }

    <T> CompletableFuture<List<Result<Produced>>> produceAll(
            Tube<T> tube, List<? extends NewJob<? extends T>> jobs, AckLevel ack) {
        Target target = Target.tubes(tube.name(), "jobs").with("ack", ProduceCall.wire(ack));
        return accompanied(
                tube,
                jobs,
                headers -> Futures.of(() -> BatchProduce.run(
                        transport, target, jobs, codecs.apply(tube).codec(), headers.get())),
                JobProducer::firstFailure);
    }

    private static @Nullable Throwable firstFailure(List<Result<Produced>> results) {
        return results.stream()
                .map(Result::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /**
     * A call of a produce with its interceptors.
     *
     * @param call gets the headers of the jobs
     * @param failureOf what failed, although the call itself did not
     */
    <R> CompletableFuture<R> accompanied(
            Tube<?> tube,
            List<? extends NewJob<?>> jobs,
            Function<Supplier<Map<String, String>>, CompletableFuture<R>> call,
            Function<R, @Nullable Throwable> failureOf) {
        if (interceptors.isEmpty() || jobs.isEmpty()) {
            return call.apply(common);
        }
        List<? extends NewJob<?>> given = jobs.stream().filter(Objects::nonNull).toList();
        ProduceScope scope = ProduceScopes.begin(interceptors, tube, given);
        CompletableFuture<R> sent = call.apply(() -> headers(scope));
        var unused = sent.whenComplete(
                (result, failure) -> scope.ended(failure == null ? failureOf.apply(result) : Futures.cause(failure)));
        return sent;
    }

    private Map<String, String> headers(ProduceScope scope) {
        Map<String, String> all = new LinkedHashMap<>(common.get());
        all.putAll(scope.headers());
        return all;
    }
}
