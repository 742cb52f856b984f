package io.grape.server.http.call;

import io.grape.core.job.BlockingResults;
import io.grape.core.job.JobHistories;
import io.grape.core.job.JobLookup;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Schedule;
import io.grape.server.live.Monitoring;

/** What those look at who want to know what is going on, and what went on. */
public record ReadServices(
        Samples samples,
        Schedule schedule,
        JobLookup lookup,
        Monitoring monitoring,
        JobHistories histories,
        BlockingResults results) {}
