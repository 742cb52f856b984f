package io.grape.server.live;

import io.grape.core.TubeName;
import java.time.Duration;

/** The job that is ready for longest. */
public record OldestReady(TubeName tube, Duration since) {}
