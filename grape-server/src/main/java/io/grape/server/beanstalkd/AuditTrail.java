package io.grape.server.beanstalkd;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditLog;
import io.grape.core.access.AuditOrigin;
import io.grape.core.access.AuditSubject;
import io.grape.server.failure.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what the client of one connection does to tubes and to jobs of others, as the HTTP API does: an entry is there before
 * anything is done, or nothing is done. One with the outcome takes its place, before the response.
 */
final class AuditTrail {
    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

    private final AuditLog log;
    private final String actor;
    private final AuditOrigin origin;

    AuditTrail(AuditLog log, String actor, String address) {
        this.log = log;
        this.actor = actor;
        this.origin = new AuditOrigin("", address);
    }

    /** Does something, and writes it down. */
    <T> CompletionStage<T> run(String action, AuditSubject subject, Supplier<CompletionStage<T>> act) {
        AuditEntry begun = new AuditEntry(actor, action, subject, AuditEntry.BEGUN, origin);
        return log.write(begun, null)
                .thenCompose(id -> done(act)
                        .handle((result, failure) -> end(begun, failure, id)
                                .thenCompose(written -> failure == null
                                        ? CompletableFuture.completedStage(result)
                                        : CompletableFuture.<T>failedStage(failure)))
                        .thenCompose(ended -> ended));
    }

    private static <T> CompletionStage<T> done(Supplier<CompletionStage<T>> act) {
        return CompletableFuture.completedStage(act).thenCompose(Supplier::get);
    }

    private CompletionStage<Void> end(AuditEntry begun, @Nullable Throwable failure, String id) {
        AuditEntry end = begun.outcome(failure == null ? AuditEntry.OK : AuditEntry.failed(code(failure)));
        return log.write(end, id).handle((written, lost) -> {
            if (lost != null) {
                LOG.warn(
                        "the end of an act could not be written down, its entry stays begun action={} outcome={}: {}",
                        end.action(),
                        end.outcome(),
                        Failures.detail(lost));
            }
            return null;
        });
    }

    private static ErrorCode code(Throwable failure) {
        return Failures.cause(failure) instanceof GrapeException ours ? ours.code() : ErrorCode.INTERNAL;
    }
}
