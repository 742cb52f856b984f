package io.grape.server.http;

import io.grape.core.Hindsight;
import io.grape.core.Lookup;
import io.grape.core.Samples;
import io.grape.core.Schedule;
import io.grape.server.live.Insight;

/** What those look at who want to know what is going on, and what went on. */
public record Reads(Samples samples, Schedule schedule, Lookup lookup, Insight insight, Hindsight hindsight) {}
