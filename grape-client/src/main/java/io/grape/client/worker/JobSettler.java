package io.grape.client.worker;

import io.grape.client.Acknowledgement;
import io.grape.client.ClientEvents;
import io.grape.client.worker.HeldLease.Loss;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what becomes of the jobs of a tube. */
final class JobSettler {
    private static final Logger LOG = LoggerFactory.getLogger(JobSettler.class);
    /** The broker accepts a finish even after its lease has expired, unless another worker has the job. */
    private static final long FINISH_LATER_NANOS = Duration.ofSeconds(30).toNanos();

    private static final Outcome HAND_BACK = Outcome.snooze(Duration.ZERO);

    private final String tube;
    /** Renewals have their own queue, so they do not wait for these. */
    private final AckQueue acks;

    private final ClientEvents events;
    private final Runnable freed;

    /** @param freed called when a job is no longer held */
    JobSettler(String tube, AckQueue acks, ClientEvents events, Runnable freed) {
        this.tube = tube;
        this.acks = acks;
        this.events = events;
        this.freed = freed;
    }

    /**
     * Sends the outcome if it is the job's first, and returns whether it did. After the lease has expired, the broker
     * accepts only a finish.
     */
    boolean settle(HeldJob<?> job, Outcome outcome) {
        if (!job.decide()) {
            return false;
        }
        boolean isFinish = outcome instanceof Outcome.Finish;
        Loss loss = job.lease().end();
        if (loss == Loss.TAKEN || (loss == Loss.RAN_OUT && !isFinish)) {
            ended(job, AckResult.LOST);
            return false;
        }
        acknowledge(job, outcome, isFinish ? FINISH_LATER_NANOS : 0);
        return true;
    }

    /** Hands back a job that was not begun. */
    void handBack(HeldJob<?> job) {
        settle(job, HAND_BACK);
    }

    /** Hands back a job whose handler still runs, unless it was decided. */
    void abandon(HeldJob<?> job) {
        if (job.decide()) {
            LOG.warn("its handler did not return in time, handed back tube={} id={}", tube, job.id());
            letGo(job, HAND_BACK);
        }
    }

    /** Marks the lease as lost for the handler, and sends the outcome to the broker. */
    void letGo(HeldJob<?> job, Outcome outcome) {
        boolean wasLost = job.isLeaseLost();
        job.lease().abandon();
        job.lease().end();
        if (wasLost) {
            ended(job, AckResult.LOST);
        } else {
            acknowledge(job, outcome, 0);
        }
    }

    private void acknowledge(HeldJob<?> job, Outcome outcome, long later) {
        HeldLease lease = job.lease();
        long now = System.nanoTime();
        long giveUpAt = now + Math.max(0, lease.until() - now) + later;
        acks.add(new PendingAck(job.acknowledgement(outcome), giveUpAt, lease.lasts(), (result, sentAt) -> {
            // An earlier loss was reported when it happened.
            if (result == AckResult.LOST && !lease.isLost()) {
                lost(lease.touch(), Loss.TAKEN);
            }
            ended(job, result);
        }));
    }

    private void ended(HeldJob<?> job, AckResult result) {
        job.acknowledged(result);
        freed.run();
    }

    /** A lease is lost. */
    void lost(Acknowledgement.Touch lease, Loss how) {
        events.leaseLost(tube);
        String why =
                how == Loss.TAKEN ? "another worker has the job or it is gone" : "it ran out before it was renewed";
        Safely.run(
                "a warning",
                () -> LOG.warn("lease lost, {} tube={} id={} lease={}", why, tube, lease.id(), lease.lease()));
    }
}
