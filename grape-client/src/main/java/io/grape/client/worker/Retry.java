package io.grape.client.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a job whose handler failed: it is released after a delay that grows with its executions, or buried; or
 * a function decides.
 * Immutable: each method returns a new one.
 */
public final class Retry {
    /**
     * 2.5 to 5 s after the first execution, up to 12 h after later ones, as long as the job has attempts. With 20
     * attempts, the default of a tube, a job is retried for 41 to 83 hours.
     */
    public static final Retry DEFAULT = exponential(Duration.ofSeconds(5), Duration.ofHours(12));

    /** More doublings than any delay has room for. */
    private static final int MAX_DOUBLINGS = 62;

    /** The first delay of a retry that the tube decides. */
    private static final long OF_TUBE = 0;

    private final long firstMillis;
    private final long mostMillis;
    private final int attempts;
    private final List<Class<? extends Throwable>> buried;
    private final @Nullable RetryFunction function;

    private Retry(
            long firstMillis,
            long mostMillis,
            int attempts,
            List<Class<? extends Throwable>> buried,
            @Nullable RetryFunction function) {
        this.firstMillis = firstMillis;
        this.mostMillis = mostMillis;
        this.attempts = attempts;
        this.buried = buried;
        this.function = function;
    }

    /**
     * A random delay between half of a bound and the bound, so jobs that failed together do not come back together. The
     * bound is {@code first} after the first execution and doubles with each execution, up to {@code most}.
     *
     * @param first 1 ms or more
     * @param most {@code first} to 49710 days
     */
    public static Retry exponential(Duration first, Duration most) {
        if (first.toMillis() < 1 || most.compareTo(first) < 0 || most.compareTo(Outcome.MAX_DELAY) > 0) {
            throw new IllegalArgumentException("retry: expected first from 1 ms to most, and most up to "
                    + Outcome.MAX_DELAY + ", got first=" + first + " most=" + most);
        }
        return new Retry(first.toMillis(), most.toMillis(), 0, List.of(), null);
    }

    /**
     * The {@link io.grape.client.RetrySettings} of the tube decide, at once if it has none. Then it is the same whether
     * a handler fails or a worker dies.
     */
    public static Retry ofTube() {
        return new Retry(OF_TUBE, OF_TUBE, 0, List.of(), null);
    }

    /**
     * A function of the failure and the job decides. Example: {@code Retry.by((failure, job) -> failure instanceof
     * TooManyRequests refused ? Outcome.snooze(refused.retryAfter()) : Retry.DEFAULT.after(failure, job))}.
     *
     * <p>It is not asked for a job that {@link #attempts} or {@link #buryOn} bury. A release of a job without attempts
     * buries it. If the function throws or returns null, that is logged, and {@link #DEFAULT} decides.
     */
    public static Retry by(RetryFunction function) {
        return new Retry(
                OF_TUBE, OF_TUBE, 0, List.of(), Objects.requireNonNull(function, "retry: expected one, got null"));
    }

    /**
     * Buries a job that failed in its execution of this number or a later one: 1 = no retry.
     * {@link JobContext#maxAttempts} of the job applies too. Default: 0, only that applies.
     */
    public Retry attempts(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("attempts: expected 0 or more, got " + value);
        }
        return new Retry(firstMillis, mostMillis, value, buried, function);
    }

    /** Buries a job at once if its handler throws one of these types or a subclass. Causes are not examined. */
    @SafeVarargs
    public final Retry buryOn(Class<? extends Throwable>... types) {
        List<Class<? extends Throwable>> all = new ArrayList<>(buried);
        for (Class<? extends Throwable> type : types) {
            all.add(type);
        }
        return new Retry(firstMillis, mostMillis, attempts, List.copyOf(all), function);
    }

    /** The outcome of a job whose handler failed. For a {@link RetryFunction}, and for its test. */
    public Outcome after(Throwable failure, JobContext job) {
        if (function == null) {
            return after(failure, job.noe(), job.maxAttempts(), ThreadLocalRandom.current());
        }
        if (isHopeless(failure, job.noe())) {
            return Outcome.bury(described(failure));
        }
        Outcome outcome = decided(function, failure, job);
        boolean isLast = outcome instanceof Outcome.Release && isSpent(job.noe(), job.maxAttempts());
        return isLast ? Outcome.bury(described(failure)) : outcome;
    }

    private static Outcome decided(RetryFunction function, Throwable failure, JobContext job) {
        try {
            return Objects.requireNonNull(function.after(failure, job), "the retry decided null");
        } catch (Throwable e) {
            // Other languages may throw checked exceptions.
            Safely.log("a retry failed, the default decides tube=" + job.tube() + " id=" + job.id(), e);
            return DEFAULT.after(failure, job);
        }
    }

    private boolean isHopeless(Throwable failure, int noe) {
        return isSpent(noe, attempts) || buried.stream().anyMatch(type -> type.isInstance(failure));
    }

    Outcome after(Throwable failure, int noe, int maxAttempts, RandomGenerator random) {
        if (isHopeless(failure, noe) || isSpent(noe, maxAttempts)) {
            return Outcome.bury(described(failure));
        }
        if (firstMillis == OF_TUBE) {
            return Outcome.release();
        }
        long bound = boundMillis(noe);
        return Outcome.release(Duration.ofMillis(bound - random.nextLong(bound / 2 + 1)));
    }

    /** Its class and message; only the class if the message throws. */
    private static String described(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (Throwable e) {
            return failure.getClass().getName();
        }
    }

    private static boolean isSpent(int noe, int most) {
        return most > 0 && noe >= most;
    }

    private long boundMillis(int noe) {
        int doublings = Math.min(Math.max(noe, 1) - 1, MAX_DOUBLINGS);
        return firstMillis > mostMillis >> doublings ? mostMillis : firstMillis << doublings;
    }
}
