package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Headers;
import io.grape.core.job.IdReuse;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.JobWork;
import io.grape.core.job.Payload;
import io.grape.server.http.v1.JobJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What it costs to write the response to a consume, with payloads of 100 bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ResponseBenchmark {
    private static final Instant NOON = Instant.parse("2027-01-31T12:00:00.123Z");
    private static final byte[] PAYLOAD = ("{\"order\":8812,\"note\":\"" + "x".repeat(77) + "\"}").getBytes(UTF_8);

    /** Jobs of the response. */
    @Param({"1", "50"})
    public int jobs;

    /** Payloads that are JSON go out as they are. */
    @Benchmark
    public Object writesJson() {
        return JobJson.jobs(Collections.nCopies(jobs, job(Payload.JSON)));
    }

    /** All others go out in Base64. */
    @Benchmark
    public Object writesBytes() {
        return JobJson.jobs(Collections.nCopies(jobs, job(Payload.BINARY)));
    }

    private static Job job(String contentType) {
        return new Job(
                new JobId("0123456789abcdef"),
                new TubeName("orders"),
                JobState.RETAINED,
                1024,
                1,
                0,
                20,
                Duration.ZERO,
                Duration.ofMinutes(1),
                NOON,
                NOON,
                new Lease(1844674407370955L),
                NOON.plusSeconds(60),
                null,
                null,
                null,
                false,
                JobTags.NONE,
                Headers.NONE,
                new Payload(PAYLOAD, contentType),
                IdReuse.NONE,
                JobWork.NONE);
    }
}
