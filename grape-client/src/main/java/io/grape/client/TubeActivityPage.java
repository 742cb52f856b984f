package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of tubes with their last hour, by name.
 *
 * @param next the cursor of the next page; null at the end
 */
public record TubeActivityPage(
        List<TubeActivity> tubes, @Nullable String next) {}
