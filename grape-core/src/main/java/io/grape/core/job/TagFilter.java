package io.grape.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs are meant, by their {@linkplain JobTags tags}.
 *
 * @param key null = any job, with a key or without
 * @param label one that a job must have; null = any job
 */
public record TagFilter(@Nullable String key, @Nullable String label) {
    public static final TagFilter ANY = new TagFilter(null, null);

    public TagFilter {
        checked(key, label);
    }

    private static JobTags checked(@Nullable String key, @Nullable String label) {
        return new JobTags(key, label == null ? List.of() : List.of(label));
    }
}
