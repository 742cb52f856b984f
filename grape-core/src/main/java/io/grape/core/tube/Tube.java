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
 * A tube as it stands.
 *
 * @param rev grows with each change of the settings; 0 in a tube of an earlier release until then
 * @param paused null when it delivers
 * @param counts jobs by state, every state present; a lease that has run out counts as ready
 * @param totals what has happened in this tube since it was made, every total present
 * @param oldestReady how long the job that is ready for longest has been so, null when none is
 * @param sinceHandOut how long ago a job was last delivered, null when none ever was
 * @param nextDueAt when the next delayed job becomes ready, null when none is delayed
 * @param nextLeaseUntil when the next lease runs out, null when no job is retained
 * @param imbalance how many jobs more were produced than are live, have {@linkplain TubeCounter#isEnd ended}, are missing or known to be
 *     lost: 0 unless something went wrong; null when there are so many priorities that they could not be counted at one moment
 * @param missing how many jobs are set aside since what is stored of them is not there
 * @param repairs what the self-check has put right in this tube since it was made, every fault present
 */
public record Tube(
        TubeName name,
        TubeSettings settings,
        long rev,
        @Nullable Pause paused,
        Map<JobState, Long> counts,
        Map<TubeCounter, Long> totals,
        @Nullable Duration oldestReady,
        @Nullable Duration sinceHandOut,
        @Nullable Instant nextDueAt,
        @Nullable Instant nextLeaseUntil,
        @Nullable Long imbalance,
        long missing,
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
