/**
 * What is measured: every meter with its name, unit and labels in {@link io.grape.server.metrics.Metric}, and how it is kept
 * cheap. A broker that nobody scrapes asks Redis nothing for it.
 */
@NullMarked
package io.grape.server.metrics;

import org.jspecify.annotations.NullMarked;
