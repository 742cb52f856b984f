package io.grape.client.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What is in one buffer. */
final class BufferGauges {
    static final String BUFFER = "buffer";

    private static final double MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final AtomicLong jobs = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong ageMillis = new AtomicLong();

    BufferGauges(MeterRegistry registry, String buffer) {
        Gauge.builder("grape.client.buffer.jobs", jobs, AtomicLong::get)
                .description("Jobs in a buffer that no broker has confirmed yet")
                .tag(BUFFER, buffer)
                .strongReference(true)
                .register(registry);
        Gauge.builder("grape.client.buffer.bytes", bytes, AtomicLong::get)
                .description("The size of the files of a buffer")
                .baseUnit("bytes")
                .tag(BUFFER, buffer)
                .strongReference(true)
                .register(registry);
        Gauge.builder("grape.client.buffer.age", ageMillis, value -> value.get() / MILLIS)
                .description("The age of the first job in a buffer")
                .baseUnit("seconds")
                .tag(BUFFER, buffer)
                .strongReference(true)
                .register(registry);
    }

    void set(long jobsNow, long bytesNow, Duration ageNow) {
        jobs.set(jobsNow);
        bytes.set(bytesNow);
        ageMillis.set(ageNow.toMillis());
    }
}
