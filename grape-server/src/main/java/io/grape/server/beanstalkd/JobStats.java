package io.grape.server.beanstalkd;

import io.grape.core.JobState;
import io.grape.core.job.Job;
import io.grape.core.job.JobEvent;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobHistory;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job as {@code stats-job} shows it. What happened to it more than 32 events ago is not counted. */
record JobStats(Job job, JobHistory history) {
    Reply reply(long number, Instant now) {
        return new Yaml()
                .add("id", number)
                .addText("tube", job.tube().value())
                .add("state", state(job.state()))
                .add("pri", job.priority())
                .add("age", seconds(Duration.between(job.createdAt(), now)))
                .add("delay", delay().toSeconds())
                .add("ttr", job.ttr().toSeconds())
                .add("time-left", timeLeft(now))
                .add("file", 0)
                .add("reserves", (long) job.noe() + job.earlier() + count(JobEventType.HANDED_BACK))
                .add("timeouts", count(JobEventType.EXPIRED))
                .add("releases", count(JobEventType.RELEASED))
                .add("buries", count(JobEventType.BURIED))
                .add("kicks", count(JobEventType.KICKED))
                .reply();
    }

    private static String state(JobState state) {
        return switch (state) {
            case RETAINED -> "reserved";
            case FAILED -> "buried";
            // It would be ready, were there no gate: that protocol has no word for it.
            case READY, GATED -> JobState.READY.wireName();
            case DELAYED, FINISHED -> state.wireName();
        };
    }

    /** What its last put or release asked for: a kick leaves it as it is. */
    private Duration delay() {
        return history.events().stream()
                .filter(event -> event.what() == JobEventType.PRODUCED || event.what() == JobEventType.RELEASED)
                .reduce((before, last) -> last)
                .map(JobEvent::delay)
                .orElse(job.delay());
    }

    private long timeLeft(Instant now) {
        @Nullable
        Instant end = switch (job.state()) {
            case DELAYED -> job.dueAt();
            case RETAINED -> job.leaseUntil();
            case READY, FAILED, GATED, FINISHED -> null;
        };
        return end == null ? 0 : seconds(Duration.between(now, end));
    }

    private static long seconds(Duration time) {
        return Math.max(0, time.toSeconds());
    }

    private long count(JobEventType what) {
        return history.events().stream().filter(event -> event.what() == what).count();
    }
}
