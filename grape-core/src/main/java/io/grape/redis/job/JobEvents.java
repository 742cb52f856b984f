package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.job.JobEvent;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobHistory;
import io.grape.redis.script.Reply;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of a job, as {@code events.lua} stores them. Adds what the job itself says: its produce, and its
 * current execution. Source: {@code docs/storage.md}.
 */
final class JobEvents {
    private static final int DROPPED_BYTES = 4;
    private static final int EVENT_BYTES = 30;
    /** The job failed with this event, because its attempts were spent. */
    private static final int AND_FAILED = 128;

    /** A gate buried it, outside of any execution. */
    private static final int GATE_BURIED = 8;

    private static final Set<JobEventType> APART =
            EnumSet.of(JobEventType.GATED, JobEventType.UNGATED, JobEventType.MOVED, JobEventType.EXPIRED_UNSTARTED);
    /** Its consumer was asked to stop; the execution went on. */
    private static final int CANCELLED = 9;

    private final List<JobEvent> events = new ArrayList<>();
    private final String spent;

    private JobEvents(String spent) {
        this.spent = spent;
    }

    /** Reads the reply of history. */
    static JobHistory read(Reply reply) {
        JobEvents all = new JobEvents(reply.text(7));
        all.events.add(JobEvent.produced(Instant.ofEpochMilli(reply.number(3)), Duration.ofMillis(reply.number(4))));
        long dropped = all.addStored(ByteBuffer.wrap(reply.bytes(6)));
        JobState state = JobState.read(reply.text(1));
        all.addPresent(ExecutionRecord.read(reply.bytes(5)), state, Instant.ofEpochMilli(reply.millis(2)));
        return new JobHistory(all.events, dropped);
    }

    /** Returns how many were dropped. A truncated event was not written by a broker, and is ignored. */
    private long addStored(ByteBuffer in) {
        if (in.remaining() < DROPPED_BYTES) {
            return 0;
        }
        long dropped = Integer.toUnsignedLong(in.getInt());
        while (in.hasRemaining()) {
            int length = Math.min(Byte.toUnsignedInt(in.get()), in.remaining());
            ByteBuffer event = in.slice(in.position(), length);
            in.position(in.position() + length);
            if (length >= EVENT_BYTES) {
                add(event);
            }
        }
        return dropped;
    }

    private void add(ByteBuffer in) {
        int kind = Byte.toUnsignedInt(in.get());
        Instant at = Instant.ofEpochMilli(ExecutionRecord.number(in, 6));
        int noe = in.getInt();
        Lease lease = new Lease(ExecutionRecord.number(in, 7));
        Instant due = Instant.ofEpochMilli(ExecutionRecord.number(in, 6));
        long delayOrBytes = ExecutionRecord.number(in, 6);
        String reason = UTF_8.decode(in).toString();
        JobEventType what = what(kind % AND_FAILED);
        if (what == JobEventType.KICKED || what == JobEventType.CHANGED) {
            events.add(JobEvent.delayed(what, at, Duration.ofMillis(delayOrBytes)));
        } else if (what != null && (kind == GATE_BURIED || APART.contains(what))) {
            events.add(JobEvent.apart(what, at, reason, delayOrBytes));
        } else if (kind == CANCELLED) {
            addDelivery(lease, noe, due);
            events.add(JobEvent.cancelled(at, reason, delayOrBytes));
        } else if (what != null) {
            addDelivery(lease, noe, due);
            // One that failed with a reason has how long that is in place of a delay.
            events.add(end(
                    JobEvent.ended(what, at, lease),
                    kind >= AND_FAILED && !reason.isEmpty() ? 0 : delayOrBytes,
                    reason));
        }
        if (kind >= AND_FAILED) {
            JobEvent buried = JobEvent.ended(JobEventType.BURIED, at, lease);
            events.add(
                    reason.isEmpty() ? buried.with(spent) : buried.with(reason).cutFrom(delayOrBytes));
        }
    }

    /** An execution may have several events. */
    private void addDelivery(Lease lease, int noe, Instant due) {
        if (events.stream().noneMatch(event -> lease.equals(event.lease()))) {
            events.add(JobEvent.consumed(lease, noe, due));
        }
    }

    private static JobEvent end(JobEvent end, long delayOrBytes, String reason) {
        Duration delay = Duration.ofMillis(delayOrBytes);
        return switch (end.what()) {
            case RELEASED -> end.with(delay);
            case HANDED_BACK, EXPIRED -> delay.isZero() ? end : end.with(delay);
            case BURIED -> end.with(reason).cutFrom(delayOrBytes);
            default -> end;
        };
    }

    private static @Nullable JobEventType what(int kind) {
        return switch (kind) {
            case 1 -> JobEventType.RELEASED;
            case 2 -> JobEventType.EXPIRED;
            case 3 -> JobEventType.BURIED;
            case 4 -> JobEventType.KICKED;
            case 5 -> JobEventType.HANDED_BACK;
            case 6 -> JobEventType.GATED;
            case 7 -> JobEventType.UNGATED;
            case GATE_BURIED -> JobEventType.BURIED;
            case 12 -> JobEventType.MOVED;
            case 13 -> JobEventType.CHANGED;
            case 14 -> JobEventType.EXPIRED_UNSTARTED;
            case CANCELLED -> JobEventType.CANCELLED;
            case 10 -> JobEventType.HANDED_OVER;
            default -> null;
        };
    }

    /** The execution that has not ended, or whose lease has expired unnoticed. */
    private void addPresent(ExecutionRecord execution, JobState state, Instant score) {
        Instant due = execution.dueAt();
        if (state == JobState.FINISHED) {
            Lease lease = new Lease(execution.lease());
            addDelivery(lease, execution.noe(), due == null ? score : due);
            events.add(JobEvent.ended(JobEventType.FINISHED, score, lease));
            return;
        }
        boolean isOpen = execution.lease() != 0 && execution.score() >= 0 && due != null;
        if (isOpen && due != null) {
            Lease lease = new Lease(execution.lease());
            addDelivery(lease, execution.noe(), due);
            if (state == JobState.READY) {
                events.add(JobEvent.ended(JobEventType.EXPIRED, score, lease));
            }
        }
    }
}
