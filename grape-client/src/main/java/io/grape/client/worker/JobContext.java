package io.grape.client.worker;

import io.grape.client.Cancellation;
import io.grape.client.Checkpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The rest of a handler's job: its metadata, and whether its lease still holds. Valid while the handler runs;
 * thread-safe. A test of a handler gives a {@link TestJobContext}.
 */
public interface JobContext {
    /** Its id, the same at each execution. */
    String id();

    /** The name of its tube. */
    String tube();

    /** The number of executions (deliveries), this one included. 1 = the first. */
    int noe();

    /** The number of this execution, as {@link #noe}: 1 = the first. */
    default int attempt() {
        return noe();
    }

    /** The number of executions after which it fails; 0 = no limit. */
    int maxAttempts();

    /** 0 to 2^32-1, smaller is more urgent. */
    long priority();

    /** When it was produced, by Redis's clock. */
    Instant createdAt();

    /** When it became ready, by Redis's clock. */
    Instant dueAt();

    /** From due to delivered; both by Redis's clock, so this machine's clock does not matter. */
    Duration lateness();

    /** How long a lease lasts without renewal. */
    Duration ttr();

    /** Whose job it is, such as a customer. */
    Optional<String> key();

    /** What it is about, in the order of its producer. */
    List<String> labels();

    /** The headers of the producer, by name in lower case, such as {@code traceparent}. */
    Map<String, String> headers();

    /** The bytes of its payload. They are not a copy: do not change them. */
    byte[] bytes();

    /** The content type of its payload, such as {@code application/json}, from its producer's codec. */
    String contentType();

    /**
     * Grows strictly with every delivery of a tube, across restarts and failovers. Store it with the handler's writes:
     * then a database can reject a worker that was stopped and came back too late: {@code docs/worker.md#fencing}.
     */
    long fencingToken();

    /**
     * Whether another worker may hold the job by now: the broker said so, or the lease expired by this machine's clock
     * before it could be renewed. Never becomes false again.
     */
    boolean isLeaseLost();

    /**
     * Throws a {@link LeaseLostException} if {@link #isLeaseLost}, or if the outcome of the job was decided after its handler
     * returned: nobody holds the job for a task that the handler left behind. Call it between the steps of long work.
     */
    void checkLease();

    /**
     * Runs a callback once when the lease is lost, on a thread of its own. If it is lost already, the callback runs at
     * once on this thread. If the handler returns before, it does not run.
     */
    void onLeaseLost(Runnable told);

    /**
     * The wish that the handler stops: somebody cancelled the job. The worker learns it when it renews the lease, a third
     * of a ttr later at the latest. The lease goes on: finish, release or bury the job as usual.
     */
    default Optional<Cancellation> cancelled() {
        return Optional.empty();
    }

    /**
     * Runs a callback once when the worker learns that the job is cancelled, on a thread of its own. If it knows it
     * already, the callback runs at once on this thread.
     */
    default void onCancelled(Runnable told) {}

    /**
     * Runs a callback once when the broker responded to the acknowledgement, or it was given up. On a thread of its own,
     * after the handler returned.
     */
    default void onAcknowledged(Consumer<AckResult> told) {}

    /**
     * Says how far the work is, for whoever looks at the job. It is sent at once and renews the lease. While a call is on
     * its way only the last word is kept, so a handler may say it as often as it wants.
     *
     * @param percent 0 to 100
     * @param note up to 256 characters, may be empty
     */
    default void progress(int percent, String note) {}

    /** What the last consumer that handed the job over left: where to go on. See {@link Outcome#handOver}. */
    default Optional<Checkpoint> checkpoint() {
        return Optional.empty();
    }
}
