package io.grape.server;

/**
 * What is measured.
 *
 * @param tubeLabels tubes that get a label of their own; the rest go as {@code _other}
 */
public record MetricsOptions(int tubeLabels) {}
