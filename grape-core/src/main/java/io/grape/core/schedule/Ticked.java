package io.grape.core.schedule;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the schedules of a tube did.
 *
 * @param ticked how many went on
 * @param failed how many could not
 * @param next after which time to look again, null if nothing is foreseen
 */
public record Ticked(int ticked, int failed, @Nullable Duration next) {}
