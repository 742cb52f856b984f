package io.grape.client;

import java.util.List;

/**
 * What a gate would match.
 *
 * @param matching how many ready jobs match; 0 for a gate that refuses new ones
 * @param isExact false if not all ready jobs were looked at
 * @param sample the ids of up to 20 of them
 */
public record GatePreview(long matching, boolean isExact, List<String> sample) {}
