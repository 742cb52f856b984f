package io.grape.redis.model;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.job.ConsumeResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/** What a step needs to know before it can say what it calls: the model, and the leases that were given so far. */
final class World {
    /** How a caller comes by a lease. */
    enum Bearer {
        /** Speaks for whoever holds the job. */
        WHOEVER,
        /** Was given the job last. */
        LAST,
        /** Was given the job before the last one. */
        EARLIER,
        /** Was given another job. */
        STRANGER,
        /** Made it up: one above the tube's last. */
        FORGER
    }

    final Model model;
    private final Map<JobId, List<Lease>> given = new HashMap<>();

    World(Model model) {
        this.model = model;
    }

    void note(ConsumeResult handout) {
        handout.jobs()
                .forEach(job ->
                        given.computeIfAbsent(job.id(), id -> new ArrayList<>()).add(job.requireLease()));
    }

    Lease lease(JobId id, Bearer bearer) {
        return switch (bearer) {
            case WHOEVER -> Lease.CURRENT;
            case LAST -> given(id, 1);
            case EARLIER -> given(id, 2);
            case STRANGER ->
                given.keySet().stream()
                        .filter(other -> !other.equals(id))
                        .map(other -> given(other, 1))
                        .findFirst()
                        .orElse(new Lease(1));
            case FORGER -> new Lease((model.tube == null ? 0 : model.tube.lastLease) + 1);
        };
    }

    private Lease given(JobId id, int back) {
        List<Lease> leases = given.getOrDefault(id, List.of());
        return leases.size() < back ? new Lease(back) : leases.get(leases.size() - back);
    }

    /** The next instant at which something becomes due, a lease runs out or a pause ends; now where nothing will. */
    long nextEvent() {
        ModelTube tube = model.tube;
        if (tube == null) {
            return model.now;
        }
        LongStream dues = tube.jobs.values().stream()
                .filter(job -> job.state(model.now) != JobState.FAILED)
                .mapToLong(job -> job.score.due());
        LongStream pause = tube.isPaused(model.now) && tube.pausedUntil != null
                ? LongStream.of(tube.pausedUntil)
                : LongStream.empty();
        LongStream sets = tube.window.sets.keySet().stream().mapToLong(Long::longValue);
        LongStream kept = tube.kept.sorted().stream()
                .mapToLong(one -> one.at() + Objects.requireNonNullElse(tube.kept.stored, 0L))
                .limit(1);
        LongStream expiries = tube.expiry.all().stream().mapToLong(ModelJob::expires);
        LongStream ends = LongStream.concat(LongStream.concat(sets, kept), expiries);
        return LongStream.concat(LongStream.concat(dues, pause), ends)
                .filter(due -> due > model.now && due < ModelTube.UNTIL_RESUMED)
                .min()
                .orElse(model.now);
    }
}
