package io.grape.server.http.call;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What the broker says of itself. Stages may end on any thread.
 *
 * @param readiness tries out what a call needs, a script on Redis included; never fails: what is wrong is a reason, for people, and
 *     without one a balancer may send calls here
 * @param metrics all meters as Prometheus text, version 0.0.4
 */
public record Health(String version, Supplier<CompletionStage<List<String>>> readiness, MetricsText metrics) {}
