package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an operation does, and with which jobs: {@code OperationSettings.kick("mails", JobState.FAILED).limit(500)}. Immutable:
 * each method returns a new one. Source: {@code docs/http.md#operations-on-many-jobs}.
 */
public final class OperationSettings {
    private final Map<String, Object> fields;

    OperationSettings(Map<String, Object> fields) {
        this.fields = Collections.unmodifiableMap(fields);
    }

    /** What becomes of the jobs. */
    public enum Kind {
        /** They become ready, and their attempts begin anew. */
        KICK,
        /** They are removed. */
        DELETE,
        /** They go to another tube. */
        MOVE
    }

    private static OperationSettings of(Kind kind, String tube, JobState state) {
        return new OperationSettings(Map.of())
                .with("kind", wireName(kind))
                .with("tube", tube)
                .with("state", state.wireName());
    }

    private static String wireName(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Makes jobs ready.
     *
     * @param state of the jobs: failed, or delayed
     */
    public static OperationSettings kick(String tube, JobState state) {
        return of(Kind.KICK, tube, state);
    }

    /**
     * Removes jobs.
     *
     * @param state of the jobs: failed, delayed or ready
     */
    public static OperationSettings delete(String tube, JobState state) {
        return of(Kind.DELETE, tube, state);
    }

    /**
     * Moves jobs to another tube, which is created if it does not exist.
     *
     * @param state of the jobs: failed, delayed or ready
     */
    public static OperationSettings move(String tube, JobState state, String to) {
        return of(Kind.MOVE, tube, state).with("to", to);
    }

    private OperationSettings with(String name, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(fields);
        copy.put(name, Objects.requireNonNull(value, name));
        return new OperationSettings(copy);
    }

    /** Only failed jobs with this signature: their reason, with its numbers and names replaced. */
    public OperationSettings reason(String signature) {
        return with("reason", signature);
    }

    /** Only delayed or ready jobs that are due then or later. */
    public OperationSettings dueFrom(Instant value) {
        return with("dueFrom", value.toString());
    }

    /** Only delayed or ready jobs that are due before. */
    public OperationSettings dueTo(Instant value) {
        return with("dueTo", value.toString());
    }

    /** Only jobs with this key. */
    public OperationSettings key(String value) {
        return with("key", value);
    }

    /** Only jobs with this label. */
    public OperationSettings label(String value) {
        return with("label", value);
    }

    /** At most so many jobs. Default: all. */
    public OperationSettings limit(long value) {
        return with("limit", value);
    }

    /** At most so many jobs a second. Default: some thousands. */
    public OperationSettings perSecond(int value) {
        return with("perSecond", (long) value);
    }

    /** Kicked jobs are ready after this delay. Default: at once. */
    public OperationSettings delay(Duration value) {
        return with("delayMs", Objects.requireNonNull(Target.millis(Objects.requireNonNull(value))));
    }

    /** It stops once so many jobs of the tube have failed since it began. Default: it goes on. */
    public OperationSettings stopAfterFailures(int value) {
        return with("stopAfterFailures", (long) value);
    }

    /** What becomes of the jobs. */
    public Kind kind() {
        return Kind.valueOf(text("kind").toUpperCase(Locale.ROOT));
    }

    /** The tube of the jobs. */
    public String tube() {
        return text("tube");
    }

    /** The state of the jobs. */
    public JobState state() {
        return JobState.of(text("state"));
    }

    /** The tube that the jobs go to; null if they stay. */
    public @Nullable String to() {
        return (String) fields.get("to");
    }

    private String text(String name) {
        return Objects.requireNonNull(fields.get(name), name).toString();
    }

    /** The fields that are set, as the request has them: texts and whole numbers. */
    public Map<String, Object> fields() {
        return fields;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OperationSettings settings && fields.equals(settings.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return "OperationSettings" + fields;
    }
}
