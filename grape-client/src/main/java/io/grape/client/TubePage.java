package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some tubes, by name.
 *
 * @param next the cursor of the page after this one; null at the end
 */
public record TubePage(List<TubeStatus> tubes, @Nullable String next) {}
