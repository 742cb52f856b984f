package io.grape.core.migration;

import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.job.Produced;
import java.util.List;

/**
 * The result of taking over jobs, each once.
 *
 * @param before how many had been taken over before
 * @param live how many had a live id: the jobs here stay as they are
 */
public record AdoptionResult(long adopted, long before, long live) {
    /** Counts the results of single jobs. Throws the first failure. */
    public static AdoptionResult of(List<ItemResult<Produced>> results) {
        List<Produced> all = results.stream().map(ItemResult::get).toList();
        long adopted = all.stream().filter(Produced::created).count();
        long before =
                all.stream().filter(job -> job.state() == JobState.FINISHED).count();
        return new AdoptionResult(adopted, before, all.size() - adopted - before);
    }

    public AdoptionResult plus(AdoptionResult more) {
        return new AdoptionResult(adopted + more.adopted, before + more.before, live + more.live);
    }
}
