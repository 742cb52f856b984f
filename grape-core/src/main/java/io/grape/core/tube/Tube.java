package io.grape.core.tube;

import io.grape.core.Inconsistency;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tube's current state.
 *
 * @param rev grows with each change of the settings; 0 in a tube of an earlier release until then
 * @param paused null when it delivers
 * @param counts jobs by state, every state present; an expired lease counts as ready
 * @param urgent how many waiting jobs are due and have a priority below 1024
 * @param totals counts since the tube's creation, every total present
 * @param oldestReady how long the first ready job has waited, null if none is ready
 * @param late null if its jobs wait no longer than its lateness target, or it has none
 * @param sinceDelivery how long ago a job was last delivered, null if none ever was
 * @param nextDueAt when the next delayed job becomes ready, null if none is delayed
 * @param nextLeaseUntil when the next lease expires, null if no job is retained
 * @param imbalance produced jobs minus those that are live, {@linkplain TubeCounter#isEnd ended}, missing or known to
 *     be lost. 0 unless something went wrong; null if there are too many priorities to count at one moment
 * @param missing how many jobs are set aside because their data is gone
 * @param kept how many finished jobs are kept; they are in none of the counts
 * @param keptBytes how many bytes are kept of them
 * @param repairs the self-check's repairs since the tube's creation, every fault present
 */
public record Tube(
        TubeName name,
        TubeSettings settings,
        long rev,
        @Nullable Pause paused,
        Map<JobState, Long> counts,
        long urgent,
        Map<TubeCounter, Long> totals,
        @Nullable Duration oldestReady,
        @Nullable LateJobs late,
        @Nullable Duration sinceDelivery,
        @Nullable Instant nextDueAt,
        @Nullable Instant nextLeaseUntil,
        @Nullable Long imbalance,
        long missing,
        long kept,
        long keptBytes,
        Map<Inconsistency, Long> repairs) {
    public Tube {
        repairs = Map.copyOf(repairs);
        counts = Map.copyOf(counts);
        totals = Map.copyOf(totals);
    }

    public long count(JobState state) {
        return counts.getOrDefault(state, 0L);
    }

    public long total(TubeCounter total) {
        return totals.getOrDefault(total, 0L);
    }
}
