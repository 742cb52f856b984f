package io.grape.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that a {@link BufferedProducer} does not send any more. {@code grape.produce(dropped.tube(), dropped.job())}
 * tries it again.
 *
 * @param job as it was written: with its id, absolute times, and its payload in bytes
 * @param failure why the broker refused it for good; null: it is too old, or has expired. One that is too old may have
 *     reached the broker, if a response was lost
 */
public record DroppedJob(
        Tube<byte[]> tube,
        NewJob<byte[]> job,
        Instant writtenAt,
        @Nullable GrapeException failure) {}
