package io.grape.core.tube;

import java.time.Duration;

/**
 * The due jobs of a tube that have waited longer than its {@linkplain TubeSettings#latenessTarget lateness target}. Those
 * that a pause or a gate holds back are not among them.
 *
 * @param oldest how long the first of them has waited
 * @param held true if the limits of their keys, or of the tube, hold all of them
 * @param awaited true if a consumer waits for jobs of the tube
 */
public record LateJobs(Duration oldest, boolean held, boolean awaited) {}
