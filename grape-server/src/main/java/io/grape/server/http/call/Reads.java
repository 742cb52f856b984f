package io.grape.server.http.call;

import io.grape.core.job.Hindsight;
import io.grape.core.job.Lookup;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Schedule;
import io.grape.server.live.Insight;

/** What those look at who want to know what is going on, and what went on. */
public record Reads(Samples samples, Schedule schedule, Lookup lookup, Insight insight, Hindsight hindsight) {}
