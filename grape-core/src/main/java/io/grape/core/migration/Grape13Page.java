package io.grape.core.migration;

import java.util.List;

/**
 * Some jobs.
 *
 * @param jobs those that can be taken over
 * @param left what cannot, each as its id and why
 * @param next the rank behind the last, 0 = this was the last
 */
public record Grape13Page(List<AdoptedJob> jobs, List<String> left, long next) {}
