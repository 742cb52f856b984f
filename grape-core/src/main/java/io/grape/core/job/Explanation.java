package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.tube.Pause;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a job was not delivered, with the facts, all of one moment.
 *
 * @param maxAttempts 0 = no limit
 * @param dueAt as of {@link Job}
 * @param leaseUntil when its lease expires, or expired unnoticed; null when it has none
 * @param failure why it failed, null unless failed
 * @param spent true if all its deliveries are used: it has failed, or fails at the next look
 * @param ahead null unless it can be delivered
 * @param paused of its tube, null when that delivers
 * @param key of the job, null when it has none
 * @param gate that acts on it, null when none does
 * @param limited the limit of its tube that holds it, null when none does
 * @param lastDeliveredAt about when its tube last delivered any job, null if never
 * @param expiresAt when it expires unless it is begun by then; null = never, or not any more
 * @param overdue true if it has expired, which the next look will notice
 * @param latenessTarget of its tube, null unless it is ready for longer
 * @param work what is known of the work on it while it is retained
 */
public record Explanation(
        JobId id,
        TubeName tube,
        JobState state,
        long priority,
        int noe,
        int maxAttempts,
        @Nullable Instant dueAt,
        @Nullable Instant leaseUntil,
        @Nullable String failure,
        boolean spent,
        @Nullable JobsAhead ahead,
        @Nullable Pause paused,
        @Nullable KeyFacts key,
        @Nullable GateFacts gate,
        @Nullable Limited limited,
        @Nullable Instant lastDeliveredAt,
        @Nullable Instant expiresAt,
        boolean overdue,
        @Nullable Duration latenessTarget,
        JobWork work) {
    /**
     * A limit that is used up.
     *
     * @param held the tube's leases
     * @param limit its concurrency, null = it is its rate
     * @param until when it delivers again, or earlier
     */
    public record Limited(long held, @Nullable Integer limit, Instant until) {}

    public ExplanationReason reason() {
        if (spent) {
            return ExplanationReason.ATTEMPTS_SPENT;
        }
        if (overdue) {
            return ExplanationReason.EXPIRES;
        }
        return switch (state) {
            case DELAYED -> ExplanationReason.DELAYED;
            case READY -> reasonOfReady();
            case RETAINED -> ExplanationReason.RETAINED;
            case FAILED -> ExplanationReason.BURIED;
            case GATED -> ExplanationReason.GATED;
            case FINISHED -> throw new IllegalStateException("a job that has ended is not explained");
        };
    }

    private ExplanationReason reasonOfReady() {
        if (paused != null) {
            return ExplanationReason.PAUSED;
        }
        if (gate != null) {
            return ExplanationReason.GATED;
        }
        if (limited != null) {
            return limited.limit() == null ? ExplanationReason.TUBE_RATE_LIMITED : ExplanationReason.TUBE_BUSY;
        }
        if (key != null && key.reason() != null) {
            return key.reason();
        }
        if (leaseUntil != null) {
            return ExplanationReason.LEASE_EXPIRED;
        }
        if (key != null && key.isInUse() && key.lanes() > 0) {
            return ExplanationReason.KEY_TURN;
        }
        return ahead != null && ahead.isNone() ? ExplanationReason.NEXT : ExplanationReason.JOBS_AHEAD;
    }

    /** The lateness target of its tube, if it has waited for longer and nobody holds it back; else null. */
    public @Nullable Duration missedTarget() {
        return switch (reason()) {
            case PAUSED, GATED, KEY_PAUSED -> null;
            default -> latenessTarget;
        };
    }

    /** The reason in one sentence. */
    public String detail() {
        Duration missed = missedTarget();
        String fact = (expiresAt == null || overdue
                        ? fact()
                        : fact() + "; it expires at " + expiresAt + " unless it is begun by then")
                + (missed == null
                        ? ""
                        : "; it has waited longer than the latenessTargetMs of its tube, " + missed.toMillis());
        return key == null || key.isInUse()
                ? fact
                : fact + "; its key '" + key.name() + "' has no effect, as the tube has no keys";
    }

    private String fact() {
        return switch (reason()) {
            case DELAYED -> "it is not due until " + dueAt + (paused == null ? "" : ", and " + pause());
            case NEXT, JOBS_AHEAD -> queue();
            case PAUSED -> pause();
            case GATED -> gate == null ? "a gate that is lifted now held it" : gate.inWords();
            case TUBE_BUSY, TUBE_RATE_LIMITED -> limit();
            case KEY_TURN, KEY_BUSY, KEY_RATE_LIMITED, KEY_PAUSED_BY_WORKER, KEY_DELAYED, KEY_PAUSED, KEY_BLOCKED ->
                (key == null ? "" : key.inWords()) + "; then " + queue();
            case RETAINED ->
                "a consumer holds it until " + leaseUntil + (work.cancelled() == null ? "" : ", and is asked to stop");
            case LEASE_EXPIRED -> "its lease expired at " + leaseUntil + " and it is ready again; " + queue();
            case EXPIRES -> "it expired at " + expiresAt + " before it was begun, and the next look drops or buries it";
            case BURIED -> "a consumer buried it, and it stays failed until it is kicked, discarded or deleted";
            case ATTEMPTS_SPENT ->
                "all its attempts are spent, and it "
                        + (state == JobState.FAILED
                                ? "stays failed until it is kicked, discarded or deleted"
                                : "fails when a broker notices that its lease expired at " + leaseUntil);
        };
    }

    private String pause() {
        Instant until = paused == null ? null : paused.until();
        return "the tube is paused until " + (until == null ? "it is resumed" : until);
    }

    private String limit() {
        if (limited == null) {
            return "";
        }
        String after = " until " + limited.until() + "; then " + queue();
        return limited.limit() == null
                ? "the tube has delivered as many jobs as its rate allows" + after
                : "the tube has " + limited.held() + " leases of at most " + limited.limit() + ", and delivers nothing"
                        + " before one of them ends, or" + after;
    }

    private String queue() {
        return (ahead == null ? "" : ahead.inWords())
                + (lastDeliveredAt == null
                        ? ", and the tube has never delivered a job"
                        : ", and the tube has delivered nothing since " + lastDeliveredAt);
    }
}
