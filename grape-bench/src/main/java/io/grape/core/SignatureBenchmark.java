package io.grape.core;

import io.grape.core.job.FailureSignature;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What it costs to say which fault a reason tells of, next to the pattern alone. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SignatureBenchmark {
    private final String shortOne = "SocketTimeoutException: no answer from billing after 8812 ms";
    private final String longOne = (shortOne + ", ").repeat(16);

    @Benchmark
    public String signsAReasonOf60Characters() {
        return FailureSignature.of(shortOne);
    }

    @Benchmark
    public String signsAReasonOf1000Characters() {
        return FailureSignature.of(longOne);
    }

    @Benchmark
    public String replacesIn60Characters() {
        return FailureSignature.VARYING.matcher(shortOne).replaceAll("<n>");
    }

    @Benchmark
    public String replacesIn1000Characters() {
        return FailureSignature.VARYING.matcher(longOne).replaceAll("<n>");
    }
}
