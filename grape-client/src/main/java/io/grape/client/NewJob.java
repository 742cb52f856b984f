package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A job to produce: {@code NewJob.of(timeout).id("order-8812").delay(Duration.ofMinutes(30))}. Immutable: each method
 * returns a new one. Values that are not set are the tube's. A value out of the broker's limits
 * ({@code docs/limits.md}) fails the produce with {@link ErrorCode#BAD_REQUEST}.
 */
public final class NewJob<T> {
    /** The header that carries {@link #timeout}, in ms: any producer may set it. */
    public static final String TIMEOUT_HEADER = "grape-timeout-ms";

    private static final Duration MAX_TIMEOUT = Duration.ofSeconds((1L << 32) - 1);

    private final T payload;
    private String id;
    private @Nullable Duration delay;
    private @Nullable Instant dueAt;
    private @Nullable Duration ttr;
    private @Nullable Long priority;
    private @Nullable Integer maxAttempts;
    private @Nullable Duration dedup;
    private @Nullable Duration expireIn;
    private @Nullable Instant expiresAt;
    private OnDuplicate onDuplicate = OnDuplicate.KEEP;
    private @Nullable Duration debounceMax;
    private @Nullable String key;
    private @Nullable Double weight;
    private List<String> labels = List.of();
    private Map<String, String> headers = Map.of();

    private NewJob(T payload, String id) {
        this.payload = payload;
        this.id = id;
    }

    /**
     * A job that is due at once, with a random id. Producing the same NewJob twice, for example because the first
     * response was lost, creates one job.
     */
    public static <T> NewJob<T> of(T payload) {
        return new NewJob<>(payload, RandomId.next());
    }

    private NewJob<T> with(Consumer<NewJob<T>> change) {
        NewJob<T> copy = new NewJob<>(payload, id);
        copy.delay = delay;
        copy.dueAt = dueAt;
        copy.ttr = ttr;
        copy.priority = priority;
        copy.maxAttempts = maxAttempts;
        copy.dedup = dedup;
        copy.expireIn = expireIn;
        copy.expiresAt = expiresAt;
        copy.onDuplicate = onDuplicate;
        copy.debounceMax = debounceMax;
        copy.key = key;
        copy.weight = weight;
        copy.labels = labels;
        copy.headers = headers;
        change.accept(copy);
        return copy;
    }

    /**
     * The id, unique among the live jobs of the tube: any text of 1 to 200 characters without control characters,
     * except {@code .} and {@code ..} ({@code docs/http.md#ids}). Default: the random one of {@link #of}.
     */
    public NewJob<T> id(String value) {
        Objects.requireNonNull(value, "id: expected one, got null");
        return with(copy -> copy.id = value);
    }

    /** The time from the produce until it is due, rounded up to whole milliseconds; 0 to 49710 days. Default: 0. */
    public NewJob<T> delay(Duration value) {
        Objects.requireNonNull(value, "delay: expected one, got null");
        return with(copy -> {
            copy.delay = value;
            copy.dueAt = null;
        });
    }

    /** When it is due, instead of a delay. A time in the past is due at once. Up to the year 2200. */
    public NewJob<T> at(Instant value) {
        Objects.requireNonNull(value, "at: expected a time, got null");
        return with(copy -> {
            copy.dueAt = value;
            copy.delay = null;
        });
    }

    /** Time to run: how long a lease lasts, 1 s to 49710 days. Default: the tube's. */
    public NewJob<T> ttr(Duration value) {
        Objects.requireNonNull(value, "ttr: expected one, got null");
        return with(copy -> copy.ttr = value);
    }

    /** 0 to 2^32-1, smaller is more urgent. Default: 1024. */
    public NewJob<T> priority(long value) {
        return with(copy -> copy.priority = value);
    }

    /** The number of deliveries before it fails, up to 1,000,000; 0 = no limit. Default: the tube's. */
    public NewJob<T> maxAttempts(int value) {
        return with(copy -> copy.maxAttempts = value);
    }

    /**
     * How long its id is remembered after it finished or was dropped: producing it again makes no second job meanwhile
     * ({@code docs/http.md#dedup-window}). 1 s to 7 days. Default: the tube's.
     */
    public NewJob<T> dedup(Duration value) {
        Objects.requireNonNull(value, "dedup: expected one, got null");
        return with(copy -> copy.dedup = value);
    }

    /**
     * The time from the produce in which a consumer is to begin it: then it expires, which drops or buries it
     * ({@code docs/http.md#expiry}). More than its delay, up to 49710 days. Default: the tube's.
     */
    public NewJob<T> expireIn(Duration value) {
        Objects.requireNonNull(value, "expireIn: expected one, got null");
        return with(copy -> {
            copy.expireIn = value;
            copy.expiresAt = null;
        });
    }

    /** When it expires unless a consumer has begun it, instead of a time from the produce; later than it is due. */
    public NewJob<T> expiresAt(Instant value) {
        Objects.requireNonNull(value, "expiresAt: expected a time, got null");
        return with(copy -> {
            copy.expiresAt = value;
            copy.expireIn = null;
        });
    }

    /** What to do if the id is live, or remembered. Default: {@link OnDuplicate#KEEP}. */
    public NewJob<T> onDuplicate(OnDuplicate value) {
        Objects.requireNonNull(value, "onDuplicate");
        return with(copy -> {
            copy.onDuplicate = value;
            copy.debounceMax = value == OnDuplicate.DEBOUNCE ? copy.debounceMax : null;
        });
    }

    /**
     * Due once its id was not produced for a quiet time, and at the latest some time after the first produce: each produce gives the job
     * that waits the new payload. While the job runs, the last one that was produced follows it ({@code docs/http.md#debounce}).
     *
     * @param quiet its {@link #delay}
     * @param longest from the first produce on, 1 ms to 49710 days
     */
    public NewJob<T> debounce(Duration quiet, Duration longest) {
        Objects.requireNonNull(longest, "longest: expected one, got null");
        return delay(quiet).with(copy -> {
            copy.onDuplicate = OnDuplicate.DEBOUNCE;
            copy.debounceMax = longest;
        });
    }

    /**
     * Whose job it is, such as a customer: 1 to 128 of {@code A-Z a-z 0-9 . _ : ~ -} ({@code docs/http.md#key-and-labels}).
     * Default: none.
     */
    public NewJob<T> key(String value) {
        Objects.requireNonNull(value, "key: expected one, got null");
        return with(copy -> copy.key = value);
    }

    /**
     * The share of its {@link #key} beside other keys, 0.01 to 1,000, in a tube whose keys take turns. The last
     * weight that a produce named counts for all jobs of the key while it has any, unless the key has an override
     * with a weight ({@code docs/fairness.md}). Default: as it was, or 1.
     */
    public NewJob<T> weight(double value) {
        return with(copy -> copy.weight = value);
    }

    /**
     * What it is about, instead of the labels it had: up to 8, each 1 to 64 of {@code a-z 0-9 . _ : / -}, 256 characters in
     * all, none twice.
     */
    public NewJob<T> labels(String... values) {
        List<String> given = List.of(values);
        return with(copy -> copy.labels = given);
    }

    /**
     * Adds or replaces a header, which the broker does not change, such as {@code traceparent}. Up to 16 headers; names
     * of up to 64 {@code a-z 0-9 -}, values of up to 1024 printable ASCII characters, 4096 bytes in all. The name is
     * sent in lower case.
     */
    public NewJob<T> header(String name, String value) {
        Objects.requireNonNull(value, name);
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name.toLowerCase(Locale.ROOT), value);
        return with(copy -> copy.headers = Collections.unmodifiableMap(more));
    }

    /**
     * How long a handler may work on it, instead of the timeout of the worker or tube: 1 ms to 49710 days. See
     * {@code docs/worker.md#timeout}. Sent as the header {@link #TIMEOUT_HEADER}.
     */
    public NewJob<T> timeout(Duration value) {
        if (value.toMillis() < 1 || value.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout: expected 1 ms to " + MAX_TIMEOUT + ", got " + value);
        }
        return header(TIMEOUT_HEADER, String.valueOf(value.toMillis()));
    }

    /** The payload, before the tube's codec encodes it. */
    public T payload() {
        return payload;
    }

    /** The given id, or the random one of {@link #of}. */
    public String id() {
        return id;
    }

    /** Null: it is due at once, or at {@link #dueAt}. */
    public @Nullable Duration delay() {
        return delay;
    }

    /** Null: it is due at once, or after {@link #delay}. */
    public @Nullable Instant dueAt() {
        return dueAt;
    }

    /** Null: the tube's. */
    public @Nullable Duration ttr() {
        return ttr;
    }

    /** Null: 1024. */
    public @Nullable Long priority() {
        return priority;
    }

    /** Null: the tube's. */
    public @Nullable Integer maxAttempts() {
        return maxAttempts;
    }

    /** How long its id is remembered after its end, null: as the tube says. */
    public @Nullable Duration dedup() {
        return dedup;
    }

    /** Null: as the tube says, or at {@link #expiresAt}. */
    public @Nullable Duration expireIn() {
        return expireIn;
    }

    /** Null: as the tube says, or after {@link #expireIn}. */
    public @Nullable Instant expiresAt() {
        return expiresAt;
    }

    /** What to do if the id is live, or remembered. */
    public OnDuplicate onDuplicate() {
        return onDuplicate;
    }

    /** How long after its first produce it is due at the latest, however often it is debounced; null: no such time. */
    public @Nullable Duration debounceMax() {
        return debounceMax;
    }

    /** Whose job it is, null: nobody's. */
    public @Nullable String key() {
        return key;
    }

    /** The share of its key beside other keys, null: as it was. */
    public @Nullable Double weight() {
        return weight;
    }

    /** Its labels in their order; unmodifiable. */
    public List<String> labels() {
        return labels;
    }

    /** The headers by name; unmodifiable. */
    public Map<String, String> headers() {
        return headers;
    }

    /** Without the payload, which may be a secret. */
    @Override
    public String toString() {
        return "NewJob[" + id + "]";
    }
}
