package io.grape.core.job;

import io.grape.core.Alphabet;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose a job is, and what it is about.
 *
 * @param key the customer, account or object that it belongs to: 1 to 128 of {@code A-Z a-z 0-9 . _ : ~ -}; null = none
 * @param labels up to 8, in the order of their producer; each 1 to 64 of {@code a-z 0-9 . _ : / -}, 256 characters in all,
 *     none twice
 */
public record JobTags(@Nullable String key, List<String> labels) {
    public static final JobTags NONE = new JobTags(null, List.of());

    private static final String LABELS = "labels";

    public JobTags {
        checkKey(key);
        labels = List.copyOf(labels);
        check(labels);
    }

    static void checkKey(@Nullable String key) {
        if (key != null) {
            Alphabet.KEY.checked("key", key, Limits.MAX_KEY_CHARS);
        }
    }

    /**
     * Checks one label.
     *
     * @param where the end of the message, after the expected characters
     */
    static void checkLabel(String field, String label, String where) {
        if (!Alphabet.LABEL.spells(label, Limits.MAX_LABEL_CHARS)) {
            throw GrapeException.badValue(
                    field, Alphabet.LABEL.expected(Limits.MAX_LABEL_CHARS) + where, "'" + label + "'");
        }
    }

    private static void check(List<String> labels) {
        if (labels.size() > Limits.MAX_LABELS) {
            throw GrapeException.badValue(LABELS, "at most " + Limits.MAX_LABELS, labels.size());
        }
        Set<String> seen = new HashSet<>();
        int chars = 0;
        for (String label : labels) {
            checkLabel(LABELS, label, " in each");
            if (!seen.add(label)) {
                throw GrapeException.badValue(LABELS, "each once", "'" + label + "' twice");
            }
            chars += label.length();
        }
        if (chars > Limits.MAX_LABELS_CHARS) {
            throw GrapeException.badValue(
                    LABELS, "at most " + Limits.MAX_LABELS_CHARS + " characters in all", chars + " characters");
        }
    }

    public boolean isEmpty() {
        return key == null && labels.isEmpty();
    }

    /** The total length of the key and the labels. */
    public int size() {
        int size = key == null ? 0 : key.length();
        for (String label : labels) {
            size += label.length();
        }
        return size;
    }
}
