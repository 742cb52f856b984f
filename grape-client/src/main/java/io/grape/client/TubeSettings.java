package io.grape.client;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.catalog.TubeFields.EXPIRES_AFTER;
import static io.grape.catalog.TubeFields.EXPIRE_TO;
import static io.grape.catalog.TubeFields.KEEP_FINISHED;
import static io.grape.catalog.TubeFields.KEEP_FINISHED_BYTES;
import static io.grape.catalog.TubeFields.KEEP_FINISHED_MAX;
import static io.grape.catalog.TubeFields.KEEP_PAYLOAD;
import static io.grape.catalog.TubeFields.KEYS;
import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.catalog.TubeFields.LIMITS;
import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.RESULT_MAX_BYTES;
import static io.grape.catalog.TubeFields.RETRY;
import static io.grape.catalog.TubeFields.SETTINGS;
import static io.grape.catalog.TubeFields.TTR;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.catalog.Field;
import io.grape.catalog.Values;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a tube, or a change of them: {@code TubeSettings.UNCHANGED.latenessTarget(Duration.ofSeconds(5))}. In a change, a setting
 * that is not mentioned stays as it is, and its value is null. In a {@link TubeStatus} no value is null. The broker checks the bounds, which
 * {@code docs/limits.md} lists. Immutable.
 */
public final class TubeSettings {
    /** Changes no setting. */
    public static final TubeSettings UNCHANGED = new TubeSettings(Values.NONE);

    private final Values values;

    TubeSettings(Values values) {
        this.values = values;
    }

    /** Changes the time to run and the number of attempts. */
    public TubeSettings(Duration ttr, int maxAttempts) {
        this(Values.NONE.with(TTR, ttr).with(MAX_ATTEMPTS, maxAttempts));
    }

    /** Changes the time to run, the number of attempts and the limits. */
    public TubeSettings(Duration ttr, int maxAttempts, TubeLimits limits) {
        this(new TubeSettings(ttr, maxAttempts).limits(limits).values);
    }

    /** Changes the time to run, the number of attempts and how the keys share the tube. */
    public TubeSettings(Duration ttr, int maxAttempts, KeySettings keys) {
        this(new TubeSettings(ttr, maxAttempts).keys(keys).values);
    }

    /** Reads the fields of a {@code PUT /v1/tubes/{tube}}. Ignores fields that this version of the client does not know. */
    public static TubeSettings fromJson(JsonNode json) {
        return new TubeSettings(SETTINGS.readLeniently(new JsonSource(json)));
    }

    /** Reads the settings of a response, which leaves out those that have their default. */
    static TubeSettings ofResponse(JsonNode json) {
        return new TubeSettings(SETTINGS.completed(fromJson(json).values));
    }

    /** Returns the fields of a {@code PUT /v1/tubes/{tube}}: numbers, booleans, strings and maps of these. */
    public Map<String, Object> toJson() {
        return SETTINGS.toJson(values);
    }

    Values values() {
        return values;
    }

    private <T> @Nullable T get(Field<T> setting) {
        return values.find(setting);
    }

    private <T> TubeSettings with(Field<T> setting, @Nullable T value) {
        return new TubeSettings(values.with(setting, value));
    }

    /** How long a lease lasts; 60 s in a new tube. */
    public @Nullable Duration ttr() {
        return get(TTR);
    }

    /** Sets how long a lease lasts, 1 s to 49710 days. */
    public TubeSettings ttr(Duration value) {
        return with(TTR, value);
    }

    /** Deliveries before a job fails, 0 = no limit; 20 in a new tube. */
    public @Nullable Integer maxAttempts() {
        return get(MAX_ATTEMPTS);
    }

    /** Sets the deliveries before a job fails, 0 to 1,000,000; 0 = no limit. */
    public TubeSettings maxAttempts(int value) {
        return with(MAX_ATTEMPTS, value);
    }

    /** How much the tube delivers and holds. */
    public @Nullable TubeLimits limits() {
        Values limits = get(LIMITS);
        return limits == null ? null : TubeLimits.of(limits);
    }

    /** Replaces all limits; {@link TubeLimits#NONE} removes them. */
    public TubeSettings limits(TubeLimits value) {
        return with(LIMITS, value.values());
    }

    /** How the keys of the tube share it. */
    public @Nullable KeySettings keys() {
        Values keys = get(KEYS);
        return keys == null ? null : KeySettings.of(keys);
    }

    /** Sets how keys share the tube; {@link KeySettings#OFF} switches keys off. */
    public TubeSettings keys(KeySettings value) {
        return with(KEYS, value.values());
    }

    /** The delay before each retry. */
    public @Nullable RetrySettings retry() {
        Values retry = get(RETRY);
        return retry == null ? null : RetrySettings.of(retry);
    }

    /** Sets the delay before each retry; {@link RetrySettings#NONE} removes it. */
    public TubeSettings retry(RetrySettings value) {
        return with(RETRY, value.values());
    }

    /** How long the id of a job that finished or was dropped is remembered; zero = it is not remembered. */
    public @Nullable Duration dedup() {
        return get(DEDUP_WINDOW);
    }

    /**
     * Sets the dedup window: producing the id of a job that finished or was dropped within {@code value} creates no second job. Zero removes
     * it. Source: {@code docs/http.md#dedup-window}.
     */
    public TubeSettings dedup(Duration value) {
        return with(DEDUP_WINDOW, value);
    }

    /** What is kept of finished jobs. In a change, a part that stays as it is has the value null. */
    public @Nullable KeepSettings keep() {
        boolean isUnchanged = Stream.of(
                        KEEP_FINISHED, KEEP_FINISHED_MAX, KEEP_FINISHED_BYTES, KEEP_PAYLOAD, RESULT_MAX_BYTES)
                .noneMatch(values::has);
        return isUnchanged
                ? null
                : new KeepSettings(
                        get(KEEP_FINISHED),
                        get(KEEP_FINISHED_MAX),
                        get(KEEP_FINISHED_BYTES),
                        get(KEEP_PAYLOAD),
                        get(RESULT_MAX_BYTES));
    }

    /** Sets what is kept of finished jobs. Source: {@code docs/http.md#results}. */
    public TubeSettings keep(KeepSettings value) {
        return with(KEEP_FINISHED, value.time())
                .with(KEEP_FINISHED_MAX, value.most())
                .with(KEEP_FINISHED_BYTES, value.bytes())
                .with(KEEP_PAYLOAD, value.payload())
                .with(RESULT_MAX_BYTES, value.resultBytes());
    }

    /** How long a job may wait for its first delivery; zero = any time. */
    public @Nullable Duration expire() {
        return get(EXPIRES_AFTER);
    }

    /** What happens to jobs that are not delivered in time. */
    public @Nullable ExpireTo expireTo() {
        String to = get(EXPIRE_TO);
        return to == null ? null : to.equals(ExpireTo.BURY.wireName()) ? ExpireTo.BURY : ExpireTo.DROP;
    }

    /** Sets how long jobs may wait for their first delivery; zero removes it. Source: {@code docs/http.md#expiry}. */
    public TubeSettings expire(Duration value, ExpireTo to) {
        return with(EXPIRES_AFTER, value).with(EXPIRE_TO, to.wireName());
    }

    /** The longest time that a due job should wait; zero = no target. */
    public @Nullable Duration latenessTarget() {
        return get(LATENESS_TARGET);
    }

    /**
     * Sets a lateness target: monitoring shows when a due job waits longer, and why. Zero removes it. Source:
     * {@code docs/http.md#lateness-target}.
     */
    public TubeSettings latenessTarget(Duration value) {
        return with(LATENESS_TARGET, value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TubeSettings settings && values.equals(settings.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "TubeSettings" + values;
    }
}
