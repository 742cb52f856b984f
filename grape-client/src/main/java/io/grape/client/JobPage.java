package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some jobs of a state.
 *
 * @param next the cursor of the page after this one; null at the end
 */
public record JobPage<T>(List<Job<T>> jobs, @Nullable String next) {}
