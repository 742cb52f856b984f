package io.grape.core.tube;

import io.grape.core.Limits;
import java.time.Duration;

/**
 * What a tube gives to jobs that do not say otherwise.
 *
 * @param ttr time to run, 1 s to 2^32-1 s
 * @param maxAttempts deliveries before a job fails, 0 = endless
 */
public record TubeSettings(Duration ttr, int maxAttempts) {
    public static final TubeSettings DEFAULT = new TubeSettings(Duration.ofSeconds(60), 20);
    /** Of tubes that Grape 1.3 clients make. */
    public static final TubeSettings ENDLESS = new TubeSettings(Duration.ofSeconds(60), 0);

    public TubeSettings {
        Limits.checkedTtr("ttrMs", ttr);
        Limits.checkedAttempts(maxAttempts);
    }

    /** Changes everything to this. */
    public TubeSettingsChange asChange() {
        return new TubeSettingsChange(ttr, maxAttempts);
    }
}
