package io.grape.core.migration;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Takes over jobs that another store had, each once, however often it is asked to. */
public interface Adoption {
    /**
     * Takes over jobs of a tube that is there; no id twice. One that was taken over before is passed by, also when it is gone since.
     * Fails with TUBE_NOT_FOUND.
     */
    CompletionStage<Result> adopt(TubeName tube, List<Adopted> jobs);

    /** Forgets which jobs of a tube were taken over. The next time they would be taken over again. */
    CompletionStage<Void> forget(TubeName tube);

    /**
     * A job of another store.
     *
     * @param at when it is due, or since when it is failed
     * @param executions how often it ran there
     * @param reason why it failed, null = it waits
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Adopted(
            JobId id,
            Instant at,
            Duration ttr,
            long executions,
            @Nullable String reason,
            byte[] payload) {}

    /**
     * What became of them.
     *
     * @param before how many had been taken over before
     * @param live how many had an id that is live: those here stay as they are
     */
    record Result(long adopted, long before, long live) {
        public Result plus(Result more) {
            return new Result(adopted + more.adopted, before + more.before, live + more.live);
        }
    }
}
