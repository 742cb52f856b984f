package io.grape.core.migration;

import java.util.List;

/**
 * Some jobs.
 *
 * @param jobs those that can be taken over
 * @param left the others, each with its id and why
 * @param next the rank after the last, 0 = this was the last page
 */
public record Grape13Page(List<AdoptedJob> jobs, List<String> left, long next) {}
