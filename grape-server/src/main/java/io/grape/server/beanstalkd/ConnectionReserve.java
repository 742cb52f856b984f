package io.grape.server.beanstalkd;

import io.grape.core.ErrorCode;
import io.grape.core.TubeName;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.LimitKind;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.failure.Failures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The reserve of one connection: it runs one at a time. Lives on one event loop. */
final class ConnectionReserve {
    private final Session session;
    private final InFlightLimits inFlight;
    private final List<String> callers;
    private @Nullable ReserveCommand waiting;
    private boolean hasInputEnded;

    ConnectionReserve(Session session, InFlightLimits inFlight, List<String> callers) {
        this.session = session;
        this.inFlight = inFlight;
        this.callers = callers;
    }

    /**
     * Reserves a job.
     *
     * @param timeout for how long it waits, null = for ever
     */
    CompletionStage<Reply> run(MemoryBudget.Share room, @Nullable Duration timeout) {
        List<TubeName> tubes = session.reservable();
        if (tubes.isEmpty()) {
            return CompletableFuture.completedStage(Reply.UNKNOWN_COMMAND);
        }
        if (!session.reservations().hasRoom()) {
            return CompletableFuture.completedStage(Reply.OUT_OF_MEMORY);
        }
        ReserveCommand command = new ReserveCommand(session, tubes, room, timeout);
        return timeout != null && timeout.isZero() ? run(command) : runWaiting(command, tubes);
    }

    private CompletionStage<Reply> runWaiting(ReserveCommand command, List<TubeName> tubes) {
        InFlightLimits.Permit permit = inFlight.acquire(LimitKind.WAITS, callers);
        if (!permit.isGranted()) {
            return CompletableFuture.completedStage(Reply.OUT_OF_MEMORY);
        }
        waiting = command;
        if (hasInputEnded) {
            command.hurry();
        }
        session.usage().waiting(tubes, 1);
        return run(command).whenComplete((reply, failure) -> {
            session.usage().waiting(tubes, -1);
            permit.release();
            waiting = null;
        });
    }

    private static CompletionStage<Reply> run(ReserveCommand command) {
        return Outcomes.begun(command::run)
                .exceptionallyCompose(failure -> Failures.is(ErrorCode.DRAINING, failure)
                        ? CompletableFuture.completedStage(Reply.TIMED_OUT)
                        : CompletableFuture.failedStage(failure));
    }

    boolean isWaiting() {
        return waiting != null;
    }

    /** The client sends no more: from now on it waits for nothing. */
    void inputEnded() {
        hasInputEnded = true;
        hurry();
    }

    /** One that waits gets what is there, or nothing. */
    void hurry() {
        ReserveCommand command = waiting;
        if (command != null) {
            command.hurry();
        }
    }

    /** The connection is gone. */
    void leave() {
        ReserveCommand command = waiting;
        if (command != null) {
            command.leave();
        }
    }
}
