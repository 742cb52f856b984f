package io.grape.client;

import java.util.List;

/**
 * Which jobs an operation would change.
 *
 * @param matching how many
 * @param isExact false if not all jobs were looked at: then there may be more
 * @param sample the ids of up to 20 of them
 */
public record OperationPreview(long matching, boolean isExact, List<String> sample) {}
