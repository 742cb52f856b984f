package io.grape.outbox;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what every broker refuses (see {@code docs/limits.md}), while the transaction can still be rolled back. After the commit, such a
 * row could only be kept and reported. Limits that an operator can raise, such as that of the payload, are not checked here.
 */
final class JobChecks {
    private static final int MAX_ID_CHARS = 200;
    private static final int MAX_CONTENT_TYPE_CHARS = 200;
    private static final int MAX_HEADERS = 16;
    private static final int MAX_HEADER_VALUE_CHARS = 1024;
    private static final int MAX_HEADERS_BYTES = 4096;
    private static final int MAX_LABELS = 8;
    private static final int MAX_LABELS_CHARS = 256;
    private static final int MAX_ATTEMPTS = 1_000_000;
    private static final int MAX_JSON_LEVELS = 1000;
    private static final long MAX_PRIORITY = (1L << 32) - 1;
    private static final Duration MIN_TTR = Duration.ofSeconds(1);
    private static final Duration MAX_DURATION = Duration.ofSeconds((1L << 32) - 1);
    private static final Duration MIN_DEDUP = Duration.ofSeconds(1);
    private static final Duration MAX_DEDUP = Duration.ofDays(7);
    private static final Instant MAX_TIME = Instant.parse("2200-01-01T00:00:00Z");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._:~-]{1,128}");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9._:/-]{1,64}");
    private static final Pattern HEADER_NAME = Pattern.compile("[a-z0-9-]{1,64}");
    private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_JSON_LEVELS)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JobChecks() {}

    /**
     * Throws an IllegalArgumentException that names the field.
     *
     * @param now when the delay and the expiry of the job begin
     * @param headers all that the job gets
     */
    static void check(NewJob<?> job, Instant now, Map<String, String> headers) {
        checkId(job.id());
        between("delay", job.delay(), Duration.ZERO, MAX_DURATION);
        between("ttr", job.ttr(), MIN_TTR, MAX_DURATION);
        between("dedup", job.dedup(), MIN_DEDUP, MAX_DEDUP);
        between("debounceMax", job.debounceMax(), Duration.ofMillis(1), MAX_DURATION);
        between("expireIn", job.expireIn(), Duration.ofMillis(1), MAX_DURATION);
        expect("debounceMax", "debounce", job.debounceMax(), max -> job.onDuplicate() == OnDuplicate.DEBOUNCE);
        expect("priority", "0 to " + MAX_PRIORITY, job.priority(), value -> value >= 0 && value <= MAX_PRIORITY);
        expect(
                "maxAttempts",
                "0 (no limit) to " + MAX_ATTEMPTS,
                job.maxAttempts(),
                value -> value >= 0 && value <= MAX_ATTEMPTS);
        expect("weight", "0.01 to 1000", job.weight(), value -> value >= 0.01 && value <= 1000);
        expect("weight", "a key beside it", job.weight(), value -> job.key() != null);
        expect(
                "key",
                "1 to 128 of A-Z a-z 0-9 . _ : ~ -",
                job.key(),
                key -> KEY.matcher(key).matches());
        checkTimes(job, now);
        checkLabels(job.labels());
        checkHeaders(headers);
    }

    private static <V> void expect(String field, String expected, @Nullable V value, Predicate<V> isGood) {
        if (value != null && !isGood.test(value)) {
            throw new IllegalArgumentException(field + ": expected " + expected + ", got " + value);
        }
    }

    private static void between(String field, @Nullable Duration value, Duration min, Duration max) {
        expect(field, min + " to " + max, value, given -> given.compareTo(min) >= 0 && given.compareTo(max) <= 0);
    }

    private static void checkId(String id) {
        boolean isBad = id.isEmpty()
                || id.equals(".")
                || id.equals("..")
                || id.codePointCount(0, id.length()) > MAX_ID_CHARS
                || id.codePoints().anyMatch(c -> Character.isISOControl(c) || (c >= 0xd800 && c <= 0xdfff));
        if (isBad) {
            throw new IllegalArgumentException("id: expected 1 to 200 characters, no control characters, not . or ..");
        }
    }

    private static void checkTimes(NewJob<?> job, Instant now) {
        expect("dueAt", "1970 to " + MAX_TIME, job.dueAt(), JobChecks::isStorable);
        expect("expiresAt", "1970 to " + MAX_TIME, job.expiresAt(), JobChecks::isStorable);
        Instant due = job.dueAt() != null ? job.dueAt() : job.delay() != null ? now.plus(job.delay()) : now;
        Instant expiry = job.expireIn() == null ? job.expiresAt() : now.plus(job.expireIn());
        expect(
                job.expireIn() == null ? "expiresAt" : "expireIn",
                "a time after the job is due, " + due,
                expiry,
                time -> time.isAfter(due));
    }

    private static boolean isStorable(Instant time) {
        return !time.isBefore(Instant.EPOCH) && !time.isAfter(MAX_TIME);
    }

    private static void checkLabels(List<String> labels) {
        expect("labels", "at most " + MAX_LABELS, labels.size(), count -> count <= MAX_LABELS);
        for (String label : labels) {
            expect(
                    "labels",
                    "1 to 64 of a-z 0-9 . _ : / - in each",
                    label,
                    text -> LABEL.matcher(text).matches());
        }
        expect("labels", "each once", labels, all -> new HashSet<>(all).size() == all.size());
        int chars = labels.stream().mapToInt(String::length).sum();
        expect("labels", "at most " + MAX_LABELS_CHARS + " characters in all", chars, all -> all <= MAX_LABELS_CHARS);
    }

    private static void checkHeaders(Map<String, String> headers) {
        expect("headers", "at most " + MAX_HEADERS, headers.size(), count -> count <= MAX_HEADERS);
        int bytes = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            expect(
                    "headers",
                    "names of 1 to 64 of a-z 0-9 -",
                    header.getKey(),
                    name -> HEADER_NAME.matcher(name).matches());
            expect(
                    "headers." + header.getKey(),
                    "up to " + MAX_HEADER_VALUE_CHARS + " printable ASCII characters without a space at either end",
                    header.getValue(),
                    value -> value.length() <= MAX_HEADER_VALUE_CHARS
                            && PRINTABLE.matcher(value).matches()
                            && value.strip().equals(value));
            bytes += header.getKey().length() + header.getValue().length();
        }
        expect("headers", "at most " + MAX_HEADERS_BYTES + " bytes in all", bytes, all -> all <= MAX_HEADERS_BYTES);
    }

    /** Throws an IllegalArgumentException for a content type that cannot be one, and for bytes that claim to be JSON. */
    static void checkPayload(String contentType, byte[] payload) {
        expect(
                "contentType",
                "1 to " + MAX_CONTENT_TYPE_CHARS + " printable ASCII characters",
                contentType,
                type -> !type.isBlank()
                        && type.length() <= MAX_CONTENT_TYPE_CHARS
                        && PRINTABLE.matcher(type).matches());
        if (contentType.equals("application/json")) {
            checkJson(payload);
        }
    }

    private static void checkJson(byte[] payload) {
        try (JsonParser parser = JSON.createParser(payload)) {
            if (parser.nextToken() == null) {
                throw new IllegalArgumentException("payload: expected JSON, got nothing");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("payload: expected one value of JSON, got more behind it");
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("payload: expected JSON, got: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
