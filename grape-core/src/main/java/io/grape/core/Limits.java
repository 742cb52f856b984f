package io.grape.core;

import io.grape.catalog.SharedBounds;
import java.time.Duration;
import java.time.Instant;

/** The limits of all values that a caller may send. Source: {@code docs/limits.md}. */
public final class Limits {
    /** The maximum payload of any broker, in bytes. */
    public static final int MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;
    /** The default maximum payload, in bytes. */
    public static final int USUAL_PAYLOAD_BYTES = 1024 * 1024;
    /** The maximum number of items in one call: jobs to produce, consume, kick or list, and acknowledgements. */
    public static final int MAX_BATCH = 1000;

    public static final long MAX_PRIORITY = 4_294_967_295L;
    public static final long DEFAULT_PRIORITY = 1024;

    /** The longest delay and ttr: 2^32-1 seconds, as in beanstalkd. */
    public static final Duration MAX_DURATION = SharedBounds.MAX_DURATION;

    public static final Duration MIN_DEDUP = Duration.ofMillis(SharedBounds.DEDUP_WINDOW.min());
    public static final Duration MAX_DEDUP = Duration.ofMillis(SharedBounds.DEDUP_WINDOW.max());

    public static final Duration MIN_EXPIRY = Duration.ofMillis(SharedBounds.EXPIRES_AFTER.min());
    public static final Duration MIN_DEBOUNCE = Duration.ofMillis(1);

    public static final Duration MIN_TTR = Duration.ofMillis(SharedBounds.TTR.min());
    public static final int MAX_ATTEMPTS = (int) SharedBounds.MAX_ATTEMPTS.max();
    public static final Duration MAX_WAIT = Duration.ofSeconds(60);
    public static final int MAX_TUBES_PER_CONSUME = 100;
    public static final int MAX_REASON_CHARS = 1000;
    /** The maximum length of the reason of a cancel. */
    public static final int MAX_CANCEL_REASON_CHARS = 200;

    /** The maximum length of the note of a progress. */
    public static final int MAX_NOTE_CHARS = 256;
    /** The maximum size of a checkpoint. */
    public static final int MAX_CHECKPOINT_BYTES = 64 * 1024;

    public static final int MAX_CONTENT_TYPE_CHARS = 200;
    /** The maximum number of headers of one job. */
    public static final int MAX_HEADERS = 16;

    public static final int MAX_HEADER_NAME_CHARS = 64;
    public static final int MAX_HEADER_VALUE_CHARS = 1024;
    /** The maximum length of all names and values of one job's headers. */
    public static final int MAX_HEADERS_BYTES = 4096;

    public static final int MAX_KEY_CHARS = 128;
    /** The maximum number of labels of one job. */
    public static final int MAX_LABELS = 8;

    public static final int MAX_LABEL_CHARS = 64;
    /** The maximum length of all labels of one job. */
    public static final int MAX_LABELS_CHARS = 256;

    /** The last due time that can be ordered to the millisecond. */
    public static final Instant MAX_DUE = Instant.parse("2200-01-01T00:00:00Z");

    private Limits() {}

    public static Duration checkedDelay(String name, Duration value) {
        return checked(name, value, Duration.ZERO);
    }

    /** Returns the dedup window of a job: {@link #MIN_DEDUP} to {@link #MAX_DEDUP}. */
    public static Duration checkedDedup(Duration value) {
        checked("dedupWindowMs", value.toMillis(), MIN_DEDUP.toMillis(), MAX_DEDUP.toMillis());
        return value;
    }

    /** Returns the time in which a job is to be begun: {@link #MIN_EXPIRY} to {@link #MAX_DURATION}. */
    public static Duration checkedExpiry(Duration value) {
        return checked("expiresAfterMs", value, MIN_EXPIRY);
    }

    /** Returns how long after its first produce a debounced job is due at the latest: {@link #MIN_DEBOUNCE} to {@link #MAX_DURATION}. */
    public static Duration checkedDebounce(Duration value) {
        return checked("debounceMaxMs", value, MIN_DEBOUNCE);
    }

    public static Duration checkedTtr(String name, Duration value) {
        return checked(name, value, MIN_TTR);
    }

    private static Duration checked(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw GrapeException.badValue(name, least.toMillis() + " or more", value.toMillis());
        }
        if (value.compareTo(MAX_DURATION) > 0) {
            throw GrapeException.badValue(name, MAX_DURATION.toMillis() + " or less", value.toMillis());
        }
        return value;
    }

    public static long checkedPriority(long value) {
        return checked("priority", value, 0, MAX_PRIORITY);
    }

    public static int checkedAttempts(int value) {
        return (int) checked("maxAttempts", value, 0, MAX_ATTEMPTS);
    }

    /** Returns the number of items of a call, 1 to {@value #MAX_BATCH}. */
    public static int checkedMax(int max) {
        return (int) checked("max", max, 1, MAX_BATCH);
    }

    /** Refuses a batch of more than {@value #MAX_BATCH} items. */
    public static void checkedBatch(String name, int size) {
        if (size > MAX_BATCH) {
            throw GrapeException.badValue(name, "at most " + MAX_BATCH, size);
        }
    }

    /** Returns {@code value} if it lies between the two bounds, both included. */
    public static long checked(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw GrapeException.badValue(name, "a whole number from " + least + " to " + most, value);
        }
        return value;
    }

    public static String checkedCancelReason(String value) {
        if (value.codePointCount(0, value.length()) > MAX_CANCEL_REASON_CHARS) {
            throw GrapeException.badValue("reason", "at most " + MAX_CANCEL_REASON_CHARS + " characters", value);
        }
        return value;
    }

    public static String checkedNote(String value) {
        if (value.codePointCount(0, value.length()) > MAX_NOTE_CHARS) {
            throw GrapeException.badValue("note", "at most " + MAX_NOTE_CHARS + " characters", value);
        }
        return value;
    }

    public static String checkedReason(String value) {
        if (value.length() > MAX_REASON_CHARS) {
            throw GrapeException.badValue("reason", "at most " + MAX_REASON_CHARS + " characters", value);
        }
        return value;
    }
}
