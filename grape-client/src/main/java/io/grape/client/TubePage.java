package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of tubes, by name.
 *
 * @param next the cursor of the next page; null at the end
 */
public record TubePage(List<TubeStatus> tubes, @Nullable String next) {}
