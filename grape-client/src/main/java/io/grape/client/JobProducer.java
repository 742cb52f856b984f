package io.grape.client;

import io.grape.client.transport.Transport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The produces of a client, and what goes with each: common headers, and interceptors.
 *
 * @param common headers of each job
 */
record JobProducer(Transport transport, Supplier<Map<String, String>> common, List<ProduceInterceptor> interceptors) {
    private static final Logger LOG = LoggerFactory.getLogger(JobProducer.class);

    /** The same over a transport with other limits. */
    JobProducer over(Transport other) {
        return new JobProducer(other, common, interceptors);
    }

    <T> CompletableFuture<Produced> produce(Tube<T> tube, NewJob<? extends T> job, AckLevel ack) {
        Objects.requireNonNull(job, "job: expected one, got null");
        return accompanied(
                tube,
                List.of(job),
                headers -> Futures.ofBody(
                                () -> transport.send(ProduceCall.of(tube, job, ack, headers.get())),
                                ResponseParser::produced)
                        .exceptionally(Futures.ofJob(job.id())),
                produced -> null);
    }

    <T> CompletableFuture<List<Result<Produced>>> produceAll(
            Tube<T> tube, List<? extends NewJob<? extends T>> jobs, AckLevel ack) {
        Target target = Target.tubes(tube.name(), "jobs").with("ack", ProduceCall.wire(ack));
        return accompanied(
                tube,
                jobs,
                headers -> Futures.of(() -> BatchProduce.run(transport, target, jobs, tube.codec(), headers.get())),
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
     * A call with the interceptors around it.
     *
     * @param call with the headers that each job gets; it does not throw
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
        List<ProduceScope> scopes = new ArrayList<>();
        interceptors.forEach(one -> scopes.add(begin(one, tube, given)));
        CompletableFuture<R> sent = call.apply(() -> headers(scopes));
        var unused = sent.whenComplete((result, failure) -> {
            Throwable told = failure == null ? failureOf.apply(result) : Futures.cause(failure);
            scopes.forEach(scope -> end(scope, told));
        });
        return sent;
    }

    private static ProduceScope begin(ProduceInterceptor one, Tube<?> tube, List<? extends NewJob<?>> jobs) {
        try {
            return one.begin(tube, jobs);
        } catch (RuntimeException e) {
            LOG.warn("an interceptor failed, the jobs are produced without it tube={}", tube, e);
            return ProduceScope.NONE;
        }
    }

    private Map<String, String> headers(List<ProduceScope> scopes) {
        Map<String, String> all = new LinkedHashMap<>(common.get());
        scopes.forEach(scope -> all.putAll(scope.headers()));
        return all;
    }

    private static void end(ProduceScope scope, @Nullable Throwable failure) {
        try {
            scope.ended(failure);
        } catch (RuntimeException e) {
            LOG.warn("an interceptor failed after a produce", e);
        }
    }
}
