package io.grape.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What needs attention.
 *
 * @param isBad true if jobs are lost or not delivered
 * @param code such as {@code NO_CONSUMER}
 * @param tube null if it is not about one
 * @param detail numbers and texts by name, as {@code docs/http.md#overview} says
 */
public record OverviewProblem(
        boolean isBad, String code, @Nullable String tube, Map<String, String> detail) {}
