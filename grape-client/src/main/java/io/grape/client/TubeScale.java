package io.grape.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many workers a tube needs. Source: {@code docs/http.md#scale}.
 *
 * @param ready how many jobs are ready
 * @param oldestReady how long the first ready job has waited; null if none is ready
 * @param workers how many jobs must run at the same time so that none waits longer than the lateness target of the tube
 */
public record TubeScale(long ready, @Nullable Duration oldestReady, long workers) {}
