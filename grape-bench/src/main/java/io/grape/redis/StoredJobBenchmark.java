package io.grape.redis;

import io.grape.redis.job.JobHeader;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What it costs to read a job as it is stored. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StoredJobBenchmark {
    private static final int HEADER = 8;
    private static final int PAYLOAD = 100;

    /** Version 1, nothing out of the ordinary, made in 2027; behind it the payload. */
    private final byte[] stored = ByteBuffer.allocate(HEADER + PAYLOAD)
            .put((byte) 1)
            .put((byte) 0)
            .putShort((short) 0x1a3)
            .putInt(0x12345678)
            .array();

    @Benchmark
    public Object readsAHeaderAndItsPayload() {
        return JobHeader.read(stored);
    }
}
