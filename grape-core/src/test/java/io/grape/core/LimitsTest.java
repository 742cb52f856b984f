package io.grape.core;

import static io.grape.catalog.TubeFields.RESULT_MAX_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.Headers;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.Pause;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bound: the last value that is taken, and the first that is refused. */
final class LimitsTest {
    private static final JobId ID = new JobId("a");
    private static final Lease LEASE = new Lease(1);
    private static final Duration MS = Duration.ofMillis(1);
    /** Constants of {@link Limits} that bound a wait or a choice of tubes: the APIs hold them. */
    private static final Set<String> OF_APIS = Set.of("MAX_WAIT", "MAX_TUBES_PER_CONSUME");

    private static final Set<String> NO_BOUNDS = Set.of("DEFAULT_PRIORITY", "USUAL_PAYLOAD_BYTES");

    /**
     * A bound.
     *
     * @param constant what {@link Limits} calls it, or a name of its own where it is written elsewhere
     * @param use what is bounded
     */
    record Bound(String constant, String use, ErrorCode code, ThrowingCallable at, ThrowingCallable beyond) {
        Bound(String constant, String use, ThrowingCallable at, ThrowingCallable beyond) {
            this(constant, use, ErrorCode.BAD_REQUEST, at, beyond);
        }

        @Override
        public String toString() {
            return constant + " of " + use;
        }
    }

    private static NewJob job() {
        return NewJob.of(ID, Payload.binary(new byte[0]));
    }

    private static Acknowledgement release(Duration delay, long priority) {
        return new Acknowledgement.Release(ID, LEASE, delay, priority);
    }

    private static Acknowledgement bury(int reasonChars, long priority) {
        return new Acknowledgement.Bury(ID, LEASE, "r".repeat(reasonChars), priority);
    }

    private static Acknowledgement note(int chars) {
        return new Acknowledgement.Touch(ID, LEASE, 1, "n".repeat(chars));
    }

    private static Checkpoint checkpoint(int bytes) {
        return new Checkpoint(Payload.binary(new byte[bytes]));
    }

    static Stream<Bound> bounds() {
        return Stream.of(sizes(), headers(), tags(), numbers(), times(), names())
                .flatMap(all -> all);
    }

    private static Stream<Bound> sizes() {
        int bytes = Limits.MAX_PAYLOAD_BYTES;
        int type = Limits.MAX_CONTENT_TYPE_CHARS;
        int reason = Limits.MAX_REASON_CHARS;
        return Stream.of(
                new Bound(
                        "MAX_PAYLOAD_BYTES",
                        "a payload",
                        ErrorCode.TOO_LARGE,
                        () -> Payload.binary(new byte[bytes]),
                        () -> Payload.binary(new byte[bytes + 1])),
                new Bound(
                        "MAX_CONTENT_TYPE_CHARS",
                        "a content type",
                        () -> new Payload(new byte[0], "x".repeat(type)),
                        () -> new Payload(new byte[0], "x".repeat(type + 1))),
                new Bound(
                        "MAX_CANCEL_REASON_CHARS",
                        "a cancel",
                        () -> Limits.checkedCancelReason("r".repeat(Limits.MAX_CANCEL_REASON_CHARS)),
                        () -> Limits.checkedCancelReason("r".repeat(Limits.MAX_CANCEL_REASON_CHARS + 1))),
                new Bound(
                        "MAX_NOTE_CHARS",
                        "a touch",
                        () -> note(Limits.MAX_NOTE_CHARS),
                        () -> note(Limits.MAX_NOTE_CHARS + 1)),
                new Bound(
                        "MAX_CHECKPOINT_BYTES",
                        "a checkpoint",
                        ErrorCode.TOO_LARGE,
                        () -> checkpoint(Limits.MAX_CHECKPOINT_BYTES),
                        () -> checkpoint(Limits.MAX_CHECKPOINT_BYTES + 1)),
                new Bound("MAX_REASON_CHARS", "a bury", () -> bury(reason, 0), () -> bury(reason + 1, 0)),
                new Bound(
                        "MAX_REASON_CHARS",
                        "a pause",
                        () -> new Pause(null, "r".repeat(reason)),
                        () -> new Pause(null, "r".repeat(reason + 1))));
    }

    private static Headers headers(int count, int nameChars, int valueChars) {
        return new Headers(IntStream.range(0, count)
                .mapToObj(Integer::toString)
                .collect(Collectors.toMap(i -> "n".repeat(nameChars - i.length()) + i, i -> "v".repeat(valueChars))));
    }

    private static Stream<Bound> headers() {
        int count = Limits.MAX_HEADERS;
        int name = Limits.MAX_HEADER_NAME_CHARS;
        int value = Limits.MAX_HEADER_VALUE_CHARS;
        int all = Limits.MAX_HEADERS_BYTES / 4;
        return Stream.of(
                new Bound("MAX_HEADERS", "a job", () -> headers(count, 2, 1), () -> headers(count + 1, 2, 1)),
                new Bound(
                        "MAX_HEADER_NAME_CHARS", "a header", () -> headers(1, name, 1), () -> headers(1, name + 1, 1)),
                new Bound("shortest name", "a header", () -> headers(1, 1, 0), () -> new Headers(Map.of("", "v"))),
                new Bound(
                        "MAX_HEADER_VALUE_CHARS",
                        "a header",
                        () -> headers(1, 1, value),
                        () -> headers(1, 1, value + 1)),
                new Bound("MAX_HEADERS_BYTES", "a job", () -> headers(4, 4, all - 4), () -> headers(4, 5, all - 4)));
    }

    private static JobTags labels(int count, int chars) {
        return new JobTags(
                null,
                IntStream.range(0, count)
                        .mapToObj(i -> "l".repeat(chars - 1) + i)
                        .toList());
    }

    private static Stream<Bound> tags() {
        int key = Limits.MAX_KEY_CHARS;
        int count = Limits.MAX_LABELS;
        int label = Limits.MAX_LABEL_CHARS;
        return Stream.of(
                new Bound(
                        "MAX_KEY_CHARS",
                        "a job",
                        () -> new JobTags("k".repeat(key), List.of()),
                        () -> new JobTags("k".repeat(key + 1), List.of())),
                new Bound("shortest key", "a job", () -> new JobTags("k", List.of()), () -> new JobTags("", List.of())),
                new Bound("MAX_LABELS", "a job", () -> labels(count, 1), () -> labels(count + 1, 1)),
                new Bound("MAX_LABEL_CHARS", "a label", () -> labels(1, label), () -> labels(1, label + 1)),
                new Bound(
                        "MAX_LABELS_CHARS",
                        "a job",
                        () -> labels(4, Limits.MAX_LABELS_CHARS / 4),
                        () -> labels(5, Limits.MAX_LABELS_CHARS / 5 + 1)));
    }

    private static Stream<Bound> numbers() {
        long priority = Limits.MAX_PRIORITY;
        int attempts = Limits.MAX_ATTEMPTS;
        int batch = Limits.MAX_BATCH;
        return Stream.of(
                new Bound("MAX_PRIORITY", "a job", () -> job().priority(priority), () -> job().priority(priority + 1)),
                new Bound("MAX_PRIORITY", "a release", () -> release(MS, priority), () -> release(MS, priority + 1)),
                new Bound("MAX_PRIORITY", "a bury", () -> bury(1, priority), () -> bury(1, priority + 1)),
                new Bound("least priority", "a job", () -> job().priority(0), () -> job().priority(-1)),
                new Bound("least priority", "a release", () -> release(MS, 0), () -> release(MS, -1)),
                new Bound("least priority", "a bury", () -> bury(1, 0), () -> bury(1, -1)),
                new Bound(
                        "MAX_ATTEMPTS",
                        "a job",
                        () -> job().maxAttempts(attempts),
                        () -> job().maxAttempts(attempts + 1)),
                new Bound("least attempts", "a job", () -> job().maxAttempts(0), () -> job().maxAttempts(-1)),
                new Bound("MAX_BATCH", "a call", () -> Limits.checkedMax(batch), () -> Limits.checkedMax(batch + 1)),
                new Bound(
                        "MAX_BATCH",
                        "a batch",
                        () -> Limits.checkedBatch("jobs", batch),
                        () -> Limits.checkedBatch("jobs", batch + 1)),
                new Bound(
                        "MAX_BATCH",
                        "a page",
                        () -> new JobQuery(JobState.READY, batch, null),
                        () -> new JobQuery(JobState.READY, batch + 1, null)),
                new Bound(
                        "least page",
                        "a list",
                        () -> new JobQuery(JobState.READY, 1, null),
                        () -> new JobQuery(JobState.READY, 0, null)),
                new Bound("least call", "a maximum", () -> Limits.checkedMax(1), () -> Limits.checkedMax(0)),
                new Bound("digits", "a lease", () -> Lease.parse("9".repeat(16)), () -> Lease.parse("9".repeat(17))));
    }

    private static Stream<Bound> times() {
        Duration longest = Limits.MAX_DURATION;
        Duration shortest = Limits.MIN_TTR;
        Instant last = Limits.MAX_DUE;
        return Stream.of(
                new Bound("MAX_DURATION", "a delay", () -> Due.after(longest), () -> Due.after(longest.plus(MS))),
                new Bound("MAX_DURATION", "a ttr", () -> job().ttr(longest), () -> job().ttr(longest.plus(MS))),
                new Bound("MAX_DURATION", "a release", () -> release(longest, 0), () -> release(longest.plus(MS), 0)),
                new Bound(
                        "least delay",
                        "a job",
                        () -> Due.after(Duration.ZERO),
                        () -> Due.after(Duration.ZERO.minus(MS))),
                new Bound(
                        "least delay",
                        "a release",
                        () -> release(Duration.ZERO, 0),
                        () -> release(Duration.ZERO.minus(MS), 0)),
                new Bound("MIN_TTR", "a job", () -> job().ttr(shortest), () -> job().ttr(shortest.minus(MS))),
                new Bound(
                        "MIN_EXPIRY",
                        "a job",
                        () -> job().expiry(Expiry.after(Limits.MIN_EXPIRY)),
                        () -> job().expiry(Expiry.after(Duration.ZERO))),
                new Bound(
                        "MAX_DURATION",
                        "the expiry of a job",
                        () -> job().expiry(Expiry.after(Limits.MAX_DURATION)),
                        () -> job().expiry(Expiry.after(Limits.MAX_DURATION.plus(MS)))),
                new Bound(
                        "MIN_DEBOUNCE",
                        "a job",
                        () -> job().debounce(Limits.MIN_DEBOUNCE),
                        () -> job().debounce(Duration.ZERO)),
                new Bound(
                        "MIN_DEDUP",
                        "a job",
                        () -> job().dedup(Limits.MIN_DEDUP),
                        () -> job().dedup(Limits.MIN_DEDUP.minus(MS))),
                new Bound(
                        "MAX_DEDUP",
                        "a job",
                        () -> job().dedup(Limits.MAX_DEDUP),
                        () -> job().dedup(Limits.MAX_DEDUP.plus(MS))),
                new Bound(
                        "MAX_PAYLOAD_BYTES",
                        "a result",
                        () -> TubeSettingsChange.of(RESULT_MAX_BYTES, Limits.MAX_PAYLOAD_BYTES),
                        () -> TubeSettingsChange.of(RESULT_MAX_BYTES, Limits.MAX_PAYLOAD_BYTES + 1)),
                new Bound("MAX_DUE", "a job", () -> Due.at(last), () -> Due.at(last.plus(MS))),
                new Bound(
                        "least due time", "a job", () -> Due.at(Instant.EPOCH), () -> Due.at(Instant.EPOCH.minus(MS))));
    }

    private static Stream<Bound> names() {
        return Stream.of(
                new Bound(
                        "longest name",
                        "a tube",
                        () -> new TubeName("t".repeat(200)),
                        () -> new TubeName("t".repeat(201))),
                new Bound("shortest name", "a tube", () -> new TubeName("t"), () -> new TubeName("")),
                new Bound("longest id", "a job", () -> new JobId("j".repeat(200)), () -> new JobId("j".repeat(201))),
                new Bound("shortest id", "a job", () -> new JobId("j"), () -> new JobId("")));
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void theLastValueIsTakenAndTheNextIsRefused(Bound bound) {
        assertThatCode(bound.at()).doesNotThrowAnyException();
        assertThatThrownBy(bound.beyond())
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(bound.code()));
    }

    @Test
    void noBoundIsLeftOut() {
        Set<String> tested = bounds().map(Bound::constant).collect(Collectors.toSet());
        Set<String> constants = Arrays.stream(Limits.class.getFields())
                .map(field -> field.getName())
                .filter(name -> !OF_APIS.contains(name) && !NO_BOUNDS.contains(name))
                .collect(Collectors.toSet());
        assertThat(tested).containsAll(constants);
    }

    @Test
    void aJobIsDueAfterADelayOrAtATime() {
        assertThatThrownBy(() -> new Due(MS, Instant.EPOCH)).isInstanceOf(GrapeException.class);
        assertThatThrownBy(() -> new Due(null, null)).isInstanceOf(GrapeException.class);
    }

    @Test
    void aMessageSaysWhatWasWrongAndWhatWasExpectedAndWhatCame() {
        assertThatThrownBy(() -> job().ttr(Duration.ofMillis(12))).hasMessage("ttrMs: expected 1000 or more, got 12");
        assertThatThrownBy(() -> job().priority(-1))
                .hasMessage("priority: expected a whole number from 0 to 4294967295, got -1");
        assertThatThrownBy(() -> new Headers(Map.of("a", "\u00e9")))
                .hasMessage("headers.a: expected up to 1024 printable ASCII characters without a space at either end,"
                        + " got U+00E9");
        assertThatThrownBy(() -> new Headers(Map.of("Trace", "")))
                .hasMessage("job headers: expected names of 1 to 64 of a-z 0-9 -, lower-case, got 'Trace'");
        assertThatThrownBy(() -> new JobId("x".repeat(500)))
                .hasMessageMatching("id: expected 1 to 200 characters.*, got 'x{79}… \\(502 characters\\)");
    }
}
