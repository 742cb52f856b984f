package io.grape.server.beanstalkd;

import io.grape.core.GrapeException;
import io.grape.server.failure.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What commands come to, in the words of the protocol. */
final class Outcomes {
    private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

    private Outcomes() {}

    /** The response to a command that failed. */
    static Reply of(Throwable failure) {
        if (Failures.cause(failure) instanceof BadFormatException) {
            return Reply.BAD_FORMAT;
        }
        if (!(Failures.cause(failure) instanceof GrapeException ours)) {
            LOG.error("a command failed", failure);
            return Reply.INTERNAL_ERROR;
        }
        return switch (ours.code()) {
            case BAD_REQUEST -> Reply.BAD_FORMAT;
            case UNAUTHENTICATED, FORBIDDEN -> Reply.UNKNOWN_COMMAND;
            case TUBE_NOT_FOUND, JOB_NOT_FOUND, NOT_FOUND, DUPLICATE, LEASE_LOST, WRONG_STATE -> Reply.NOT_FOUND;
            case TOO_LARGE -> Reply.JOB_TOO_BIG;
            case QUOTA_EXCEEDED, TUBE_FULL, OVERLOADED -> Reply.OUT_OF_MEMORY;
            // A gate refuses new jobs.
            case DRAINING, GATED -> Reply.DRAINING;
            case DEADLINE_EXCEEDED, STORE_UNAVAILABLE, INTERNAL -> Reply.INTERNAL_ERROR;
        };
    }

    /** What a command comes to. It may fail at once as well as later. */
    static CompletionStage<Reply> begun(Supplier<CompletionStage<Reply>> command) {
        try {
            return command.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
