package io.grape.client.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What a handler knows of its job beside the payload, and whether the job is still its own. Good while the handler runs; any
 * thread may ask it. An interface, so that the test of a handler can have one of its own.
 */
public interface JobContext {
    /** Under which it is live in its tube: the same at each try. */
    String id();

    /** The name of its tube. */
    String tube();

    /** The number of executions: how often the job was handed out, this time included. 1 = the first. */
    int noe();

    /** After how many executions it fails; 0 = never. */
    int maxAttempts();

    /** 0 to 2^32-1, smaller is more urgent. */
    long priority();

    /** By Redis's clock. */
    Instant createdAt();

    /** When it became ready, by Redis's clock. */
    Instant dueAt();

    /** From when it was due until it was handed out; both by Redis's clock, so no clock of this machine is in it. */
    Duration lateness();

    /** How long a lease lasts without renewal. */
    Duration ttr();

    /** What the producer gave it along, by name in lower case, such as {@code traceparent}. */
    Map<String, String> headers();

    /** What its payload was decoded from. Not copied: not to be changed. */
    byte[] bytes();

    /** What its payload is, such as {@code application/json}: the codec's of its producer. */
    String contentType();

    /**
     * Grows strictly with every hand-out of a tube, across restarts and failovers. Written with what the handler writes, it lets
     * a database refuse a worker that was stopped and came back too late: {@code docs/worker.md#fencing}.
     */
    long fencingToken();

    /**
     * Whether the job may be somebody else's by now: the broker said so, or the lease ran out before it could be renewed, by the
     * clock of this machine. Never true and then false.
     */
    boolean isLeaseLost();

    /** Throws a {@link LeaseLostException} when {@link #isLeaseLost}: to be called between the steps of something long. */
    void checkLease();

    /**
     * Runs something once when the lease is lost, on a thread of its own; at once, on this one, when it is lost already. Not at
     * all when the handler returns before.
     */
    void onLeaseLost(Runnable told);
}
