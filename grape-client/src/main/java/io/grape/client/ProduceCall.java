package io.grape.client;

import io.grape.client.JobWriter.Encoded;
import io.grape.client.transport.Call;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.RetryPolicy;
import io.grape.client.transport.Traffic;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The call that produces one job: its settings are parameters, its payload is the body. */
final class ProduceCall {
    private ProduceCall() {}

    static Call of(String tube, Encoded encoded, AckLevel ack) {
        NewJob<?> job = encoded.job();
        Target target = Target.tubes(tube, "jobs", job.id())
                .with("delayMs", job.delay())
                .with("dueAt", job.dueAt())
                .with("ttrMs", job.ttr())
                .with("priority", job.priority())
                .with("maxAttempts", job.maxAttempts())
                .with(
                        "onDuplicate",
                        job.onDuplicate() == OnDuplicate.KEEP
                                ? null
                                : job.onDuplicate().wireName())
                .with("debounceMaxMs", job.debounceMax())
                .with("key", job.key())
                .with("labels", job.labels().isEmpty() ? null : String.join(",", job.labels()))
                .with("weight", job.weight())
                .with("dedupWindowMs", job.dedup())
                .with("expiresAfterMs", job.expireIn())
                .with("expiresAt", job.expiresAt())
                .with("ack", wire(ack));
        return Call.put("produce", target.toString(), new RequestBody(encoded.payload(), encoded.contentType()))
                .headers(headers(encoded.headers()))
                .traffic(Traffic.PRODUCE)
                .retry(job.onDuplicate() == OnDuplicate.REJECT ? RetryPolicy.IF_NOT_DONE : RetryPolicy.ALWAYS);
    }

    private static Map<String, String> headers(Map<String, String> ofJob) {
        return ofJob.isEmpty()
                ? Map.of()
                : ofJob.entrySet().stream()
                        .collect(Collectors.toMap(
                                header -> "Grape-Header-" + header.getKey(), header -> header.getValue()));
    }

    /** The parameter of an acknowledgement level; null: the default. */
    static @Nullable AckLevel wire(AckLevel ack) {
        return ack == AckLevel.DISK ? null : ack;
    }
}
