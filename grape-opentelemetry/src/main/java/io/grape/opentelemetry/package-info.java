/** Spans for the jobs of the Java client: {@link io.grape.opentelemetry.GrapeTelemetry}. */
@NullMarked
package io.grape.opentelemetry;

import org.jspecify.annotations.NullMarked;
