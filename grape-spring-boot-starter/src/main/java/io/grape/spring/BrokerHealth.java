package io.grape.spring;

import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.worker.Worker;
import io.grape.client.worker.WorkerStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Whether a broker responds, and whether the worker is well. */
record BrokerHealth(Grape grape, Supplier<Optional<Worker>> worker) {
    /** A health check must not hang: a broker that takes longer is not well. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** There need not be such a tube. */
    private static final String TUBE = "grape-health";

    /** With these, nothing works. All other codes come from a broker that works. */
    private static final Set<ErrorCode> DOWN = Set.of(
            ErrorCode.UNREACHABLE,
            ErrorCode.TIMED_OUT,
            ErrorCode.DEADLINE_EXCEEDED,
            ErrorCode.STORE_UNAVAILABLE,
            ErrorCode.UNAUTHENTICATED,
            ErrorCode.INTERNAL,
            ErrorCode.UNKNOWN);

    /**
     * What was found.
     *
     * @param failure null: a broker responds
     */
    record Found(
            boolean isUp,
            Map<String, Object> details,
            @Nullable Exception failure) {}

    static BrokerHealth of(Grape grape, ObjectProvider<HandlerWorker> workers) {
        return new BrokerHealth(grape, () -> workers.stream().findFirst().flatMap(HandlerWorker::worker));
    }

    Found find() {
        Exception failure = failure();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("broker", failure == null ? "responds" : broker(failure));
        WorkerStatus status = worker.get().map(Worker::status).orElse(null);
        if (status != null) {
            details.put("worker", status.state().name());
            Map<String, Object> tubes = new TreeMap<>();
            status.tubes()
                    .forEach((tube, work) -> tubes.put(
                            tube, Map.of("running", work.running(), "stuck", work.stuck(), "held", work.held())));
            details.put("tubes", tubes);
        }
        return new Found(failure == null && (status == null || status.isHealthy()), details, failure);
    }

    /** A broker that refuses a token does respond, and so does one without its Redis. */
    private static String broker(Exception failure) {
        ErrorCode code = failure instanceof GrapeException refused ? refused.code() : ErrorCode.UNKNOWN;
        return switch (code) {
            case UNREACHABLE, TIMED_OUT -> "does not respond";
            case UNAUTHENTICATED -> "refuses the token";
            default -> "fails";
        };
    }

    private @Nullable Exception failure() {
        try {
            Object unused = grape.within(TIMEOUT).tubes().status(TUBE);
            return null;
        } catch (RuntimeException e) {
            return e instanceof GrapeException refused && !DOWN.contains(refused.code()) ? null : e;
        }
    }
}
