package io.grape.core.tube;

import io.grape.core.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a tube gives to jobs that do not say otherwise.
 *
 * @param ttr time to run, 1 s to 2^32-1 s
 * @param maxAttempts hand-outs before a job fails, 0 = endless
 */
public record TubeSettings(Duration ttr, int maxAttempts) {
    public static final TubeSettings DEFAULT = new TubeSettings(Duration.ofSeconds(60), 20);
    /** Of tubes that Grape 1.3 clients make. */
    public static final TubeSettings ENDLESS = new TubeSettings(Duration.ofSeconds(60), 0);

    public TubeSettings {
        Limits.checkedTtr("ttrMs", ttr);
        Limits.checkedAttempts(maxAttempts);
    }

    /**
     * Which settings to change.
     *
     * @param ttr null = as it was
     * @param maxAttempts null = as they were
     */
    public record Change(@Nullable Duration ttr, @Nullable Integer maxAttempts) {
        public Change {
            if (ttr != null) {
                Limits.checkedTtr("ttrMs", ttr);
            }
            if (maxAttempts != null) {
                Limits.checkedAttempts(maxAttempts);
            }
        }
    }

    /** Changes everything to this. */
    public Change asChange() {
        return new Change(ttr, maxAttempts);
    }
}
