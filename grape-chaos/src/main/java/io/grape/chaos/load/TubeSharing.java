package io.grape.chaos.load;

import io.grape.chaos.history.Lane;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/** How the keys of a tube share it, which the end of its name tells. */
public enum TubeSharing {
    /** Keys have no effect. */
    PLAIN("", 0),
    /** Keys take turns, and each has a concurrency. */
    FAIR("\"keys\":{\"fair\":true,\"concurrency\":2},", 2),
    /** The jobs of a key keep their order. */
    ORDERED("\"keys\":{\"ordered\":true},", 1);

    /** So few that they are busy, so many that none waits for ever behind jobs whose consumers died. */
    private static final int FEWEST_KEYS = 20;

    private static final int JOBS_PER_KEY = 5;
    private static final int LABELS = 3;
    /** Of so many gates, one is for all jobs. */
    private static final int ALL_OF = 8;

    /** So few that some are forgotten while others finish. */
    private static final String KEPT = "\"keepFinishedMs\":30000,\"keepFinishedMax\":50,\"dedupWindowMs\":60000,";

    private final String keys;
    private final int concurrency;

    TubeSharing(String keys, int concurrency) {
        this.keys = keys;
        this.concurrency = concurrency;
    }

    /** The name of a tube that is shared so. */
    public String named(String name) {
        return name + "-" + name().toLowerCase(Locale.ROOT);
    }

    static TubeSharing of(String tube) {
        for (TubeSharing sharing : values()) {
            if (tube.equals(sharing.named(tube.substring(0, Math.max(0, tube.lastIndexOf('-')))))) {
                return sharing;
            }
        }
        return PLAIN;
    }

    /** What the tube is made with: in a mixed fleet only what earlier releases know. */
    String settings(boolean isMixed) {
        return "{" + keys + (isMixed ? "" : KEPT) + "\"maxAttempts\":20}";
    }

    /** The lane of a new job. */
    Optional<Lane> lane(String tube, int jobsPerSecond, Random random) {
        return this == PLAIN
                ? Optional.empty()
                : Optional.of(new Lane(tube, key(jobsPerSecond, random), concurrency, this == ORDERED));
    }

    private static String key(int jobsPerSecond, Random random) {
        return "k" + random.nextInt(Math.max(FEWEST_KEYS, jobsPerSecond / JOBS_PER_KEY));
    }

    /** A label that some of the jobs have. */
    static String label(Random random) {
        return "l" + random.nextInt(LABELS);
    }

    /** What a gate may match there, as JSON. One that holds a label would break the order of keys. */
    String match(int jobsPerSecond, Random random) {
        if (random.nextInt(ALL_OF) == 0) {
            return "{\"all\":true}";
        }
        boolean isLabel = this == PLAIN || (this == FAIR && random.nextBoolean());
        return isLabel ? "{\"label\":\"" + label(random) + "\"}" : "{\"key\":\"" + key(jobsPerSecond, random) + "\"}";
    }
}
