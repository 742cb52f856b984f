package io.grape.core.tube;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** What happened when: in each tube by the minute for an hour, in all together for a month. Several brokers add up. */
public interface Samples {
    /**
     * Adds what a tube has counted since this was last done to the minute that it is, with the lateness that this broker saw, and
     * returns both. Fails with TUBE_NOT_FOUND where there is no tube.
     */
    CompletionStage<Sample> add(TubeName tube, Lateness seen);

    /** Adds to what happened in all tubes, nothing included: it says that somebody looked. Tells the time. */
    CompletionStage<Instant> add(Sample ofAll);

    /** The last hour of a tube. An unknown tube has none. */
    CompletionStage<Series> of(TubeName tube);

    /** What happened in all tubes. */
    CompletionStage<Series> ofAll(Range range);

    /** How far back, and how finely. */
    enum Range {
        HOUR("1h", Duration.ofSeconds(10), 360),
        DAY("24h", Duration.ofMinutes(1), 1440),
        MONTH("30d", Duration.ofHours(1), 720);

        private final String wireName;
        private final Duration step;
        private final int length;

        Range(String wireName, Duration step, int length) {
            this.wireName = wireName;
            this.step = step;
            this.length = length;
        }

        public String wireName() {
            return wireName;
        }

        public Duration step() {
            return step;
        }

        public int length() {
            return length;
        }

        /** Fails with BAD_REQUEST where it is none. */
        public static Range parse(String wireName) {
            for (Range range : values()) {
                if (range.wireName.equals(wireName)) {
                    return range;
                }
            }
            throw GrapeException.badValue("range", "1h, 24h or 30d", "'" + wireName + "'");
        }
    }
}
