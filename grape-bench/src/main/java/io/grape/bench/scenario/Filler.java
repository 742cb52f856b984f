package io.grape.bench.scenario;

import io.grape.bench.load.BulkDialect;
import io.grape.bench.load.Countdown;
import io.grape.bench.load.Loop;
import io.grape.bench.load.Payload;
import io.grape.bench.load.ProduceOnly;
import io.grape.bench.load.RequestPart;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Puts jobs into tubes before a run.
 *
 * @param payload bytes
 */
record Filler(RunningBroker broker, int payload) {
    private static final int CONNECTIONS = 8;
    private static final int JOBS_A_CALL = 500;
    private static final Duration PATIENCE = Duration.ofHours(3);
    static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;

    /** Jobs that are due at random times of the next day, none in the next hour. */
    void later(String tube, long count) {
        SplittableRandom random = RandomSources.random();
        fill(tube, count, out -> out.put(",\"delayMs\":" + random.nextLong(HOUR, DAY)));
    }

    /** Jobs that are ready. */
    void ready(String tube, long count) {
        fill(tube, count, RequestPart.NONE);
    }

    /** Jobs that are due when {@code due} says so. */
    void fill(String tube, long count, RequestPart due) {
        if (count > JOBS_A_CALL) {
            System.err.printf(Locale.ROOT, "grape bench: filling %s with %,d jobs%n", tube, count);
        }
        run(tube, JOBS_A_CALL, count / JOBS_A_CALL, due);
        if (count % JOBS_A_CALL > 0) {
            run(tube, (int) (count % JOBS_A_CALL), 1, due);
        }
    }

    private void run(String tube, int jobs, long calls, RequestPart due) {
        RequestPart content = BulkDialect.payload(Payload.json(payload));
        RequestPart fields = out -> {
            content.write(out);
            due.write(out);
        };
        Countdown countdown = new Countdown(calls);
        Loop.run(
                broker.address(),
                Stream.generate(() ->
                                new ProduceOnly(new BulkDialect(tube, RandomSources.ids(), jobs, fields, 0), countdown))
                        .limit(CONNECTIONS)
                        .toList(),
                PATIENCE);
    }
}
