package io.grape.server.http.openapi;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.tube.SampleRange;
import io.grape.server.live.Alert;
import io.grape.server.live.LatenessCause;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What responses about all tubes together hold, as the console shows them. */
interface OverviewRecords {
    record Overview(
            Instant at,
            OverviewTubes tubes,
            TubeRecords.Counts counts,
            Rates perSecond,
            TubeRecords.@Nullable Lateness lateness,
            @Nullable OldestReady oldestReady,
            List<Attention> attention,
            OverviewBrokers brokers,
            SystemRecords.BeanstalkdUse beanstalkd,
            OverviewRedis redis,

            @Says(also = "'enum':['ok','attention','broken']")
            String health) {}

    record OverviewTubes(Scalars.Count count, Scalars.Count counted, Scalars.Count paused, Scalars.Count late) {}

    record Rates(
            Scalars.Rate produced,
            Scalars.Rate consumed,
            Scalars.Rate finished,
            Scalars.Rate released,
            Scalars.Rate buried) {}

    record OldestReady(TubeName tube, Scalars.Count ms) {}

    @Says("Something that somebody should look at.")
    record Attention(
            @Says(also = "'enum':['bad','warn']") String level,
            Alert.Code code,
            @Says("Absent where it is about no tube.") Optional<TubeName> tube,

            @Says("There when the code is LATENESS_TARGET: why jobs wait.")
            Optional<LatenessCause> cause,

            @Says("Numbers by their names.") Map<String, Integer> detail) {}

    record OverviewBrokers(Scalars.Count alive, Scalars.Count lost) {}

    record OverviewRedis(
            Scalars.@Nullable Count usedMemoryBytes, Scalars.@Nullable Count maxMemoryBytes, Scalars.Rate pingMs) {}

    record Samples(SampleRange range, Scalars.Count stepMs, Instant from, Instant to, List<Point> points) {}

    record Point(
            Instant at,
            Scalars.Count produced,
            Scalars.Count consumed,
            Scalars.Count finished,
            Scalars.Count released,
            Scalars.Count buried,
            Scalars.Count expired,
            TubeRecords.@Nullable Lateness lateness) {}

    record Schedule(
            Instant at,
            Instant from,
            Instant to,
            Scalars.Count stepMs,
            @Says("Ready jobs.") Scalars.Count overdue,
            @Says("Delayed jobs by their due times.") List<Scalars.Count> buckets,
            @Says("Jobs that are due after to.") Scalars.Count later,
            @Says("The mean of the last ten minutes.") Scalars.Rate finishedPerSecond,

            @Says("null if nothing can be predicted") @Nullable
            LatenessForecast forecast,

            ScheduleTubes tubes) {}

    @Says("The tube whose jobs will be latest.")
    record LatenessForecast(TubeName tube, Scalars.Count latenessMs, Instant at) {}

    record ScheduleTubes(
            Scalars.Count counted,
            Scalars.Count count,

            @Says("Tubes with waiting jobs that finished none.")
            Scalars.Count unknown) {}

    record Found(
            List<FoundJob> jobs,
            FoundTubes tubes,
            @Says(JobRecords.NEXT) @Nullable String next) {}

    record FoundJob(TubeName tube, JobId id, JobState state) {}

    record FoundTubes(Scalars.Count searched, Scalars.Count count) {}
}
