package io.grape.core.job;

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
        JobTags.checkKey(key);
        if (label != null) {
            JobTags.checkLabel("label", label, "");
        }
    }

    /** True if it means every job. */
    public boolean isAny() {
        return key == null && label == null;
    }
}
