package io.grape.cli.job;

import io.grape.cli.terminal.UsageException;
import io.grape.client.worker.Retry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code consume --exec}. */
final class ExecOptions {
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration MOST = Duration.ofHours(12);

    @Option(
            names = "--exec",
            required = true,
            paramLabel = "CMD",
            description =
                    "run by sh for each job, which it gets on its standard input. Exit code 0 finishes the job, 75"
                            + " releases it, others release it, or bury it at its last attempt")
    private String command = "";

    @Option(names = "--concurrency", paramLabel = "N", description = "how many at a time; default: 1")
    private int concurrency = 1;

    @Option(names = "--count", paramLabel = "N", description = "end after N jobs")
    private @Nullable Integer count;

    @Option(names = "--once", description = "end after one job")
    private boolean once;

    @Option(
            names = "--drain",
            paramLabel = "TIME",
            description = "how long commands may go on after SIGTERM or Ctrl-C; default: 30s")
    private Duration drain = Duration.ofSeconds(30);

    @Option(
            names = "--backoff",
            paramLabel = "TIME",
            description = "after the first attempt; doubles with each, up to 12h; default: as the tube says, else 5s")
    private @Nullable Duration backoff;

    String command() {
        return command;
    }

    int concurrency() {
        return concurrency;
    }

    /** How many jobs, 0: without an end. */
    int count() {
        if (once && count != null) {
            throw new UsageException("--once: expected it without --count, got both");
        }
        if (count != null && count < 1) {
            throw new UsageException("--count: expected 1 or more, got " + count);
        }
        return once ? 1 : count == null ? 0 : count;
    }

    Duration drain() {
        return drain;
    }

    /**
     * When a job comes again.
     *
     * @param hasTubeRetry whether the tube says it
     */
    Retry retry(boolean hasTubeRetry) {
        if (backoff == null && hasTubeRetry) {
            return Retry.ofTube();
        }
        Duration first = backoff == null ? FIRST : backoff;
        return Retry.exponential(first, first.compareTo(MOST) > 0 ? first : MOST);
    }
}
