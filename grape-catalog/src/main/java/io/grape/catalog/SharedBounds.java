package io.grape.catalog;

import io.grape.catalog.Type.Decimal;
import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.WholeNumber;
import java.time.Duration;

/** Bounds that several fields share: fields of a tube and a job, or of a tube and a key. */
public final class SharedBounds {
    static final Duration ONE_MS = Duration.ofMillis(1);
    /** 2^32-1 seconds, as in beanstalkd. */
    public static final Duration MAX_DURATION = Duration.ofSeconds(4_294_967_295L);

    public static final Millis TTR = Millis.atLeast(Duration.ofSeconds(1), MAX_DURATION);
    public static final Millis DEDUP_WINDOW = Millis.between(Duration.ofSeconds(1), Duration.ofDays(7));
    public static final Millis EXPIRES_AFTER = Millis.atLeast(ONE_MS, MAX_DURATION);
    public static final WholeNumber<Integer> MAX_ATTEMPTS = WholeNumber.ofInts(0, 1_000_000);
    /** Of concurrency limits and bursts. */
    public static final WholeNumber<Integer> CONCURRENCY = WholeNumber.ofInts(1, 1_000_000);

    public static final WholeNumber<Long> MAX_JOBS = WholeNumber.ofLongs(1, 1_000_000_000_000_000L);
    public static final Decimal PER_SECOND = new Decimal(0.00001, 1_000_000);
    /** A share in relation to others, of a key or of a produced job. */
    public static final Decimal WEIGHT = new Decimal(0.01, 1000);

    private SharedBounds() {}

    /** A burst needs a rate, and a rate without a burst gets a burst of 1. */
    static void checkBurst(Draft draft, Field<Double> perSecond, Field<Integer> burst) {
        if (draft.has(burst) && !draft.has(perSecond)) {
            throw draft.refusal(burst, "it with perSecond", "it alone");
        }
        if (draft.has(perSecond)) {
            draft.setIfAbsent(burst, burst.defaultValue());
        }
    }
}
