package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of jobs of one state.
 *
 * @param next the cursor of the next page; null at the end
 */
public record JobPage<T>(List<Job<T>> jobs, @Nullable String next) {}
