package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a tube's keys.
 *
 * @param next the cursor of the next page; null at the end
 */
public record KeyPage(List<KeyStatus> keys, @Nullable String next) {}
