package io.grape.core.schedule;

import io.grape.core.TubeName;
import java.time.Duration;

/** A tube, and after which time to look at its schedules. */
public record DueTube(TubeName tube, Duration in) {}
