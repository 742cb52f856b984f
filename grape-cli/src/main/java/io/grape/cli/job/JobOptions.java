package io.grape.cli.job;

import io.grape.cli.terminal.UsageException;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a new job, besides its id and its payload. */
public final class JobOptions {
    @Option(
            names = "--delay",
            paramLabel = "TIME",
            description = "until it is due, such as 30m or 1h30m; default: at once")
    private @Nullable Duration delay;

    @Option(names = "--at", paramLabel = "INSTANT", description = "when it is due, such as 2027-01-01T08:00:00Z")
    private @Nullable Instant at;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "0 to 4294967295, smaller is more urgent; default: 1024")
    private @Nullable Long priority;

    @Option(names = "--ttr", paramLabel = "TIME", description = "how long a lease lasts; default: the tube's")
    private @Nullable Duration ttr;

    @Option(
            names = "--attempts",
            paramLabel = "N",
            description = "deliveries before it fails, 0 = no limit; default: the tube's")
    private @Nullable Integer attempts;

    @Option(names = "--key", paramLabel = "KEY", description = "whose job it is, such as a customer")
    private @Nullable String key;

    @Option(names = "--label", paramLabel = "LABEL", description = "what it is about; may be repeated")
    private List<String> labels = new ArrayList<>();

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = "a header; may be repeated")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(
            names = "--expires-after",
            paramLabel = "TIME",
            description = "it expires unless it is delivered within this time")
    private @Nullable Duration expire;

    @Option(names = "--dedup-window", paramLabel = "TIME", description = "how long its id is remembered after its end")
    private @Nullable Duration dedup;

    @Option(
            names = "--on-duplicate",
            paramLabel = "WHAT",
            completionCandidates = Choices.class,
            description = "if the id is in use: ${COMPLETION-CANDIDATES}; default: keep")
    private @Nullable OnDuplicate onDuplicate;

    /** A job with what was given. */
    public <T> NewJob<T> apply(NewJob<T> plain) {
        if (delay != null && at != null) {
            throw new UsageException("--at: expected it without --delay, got both");
        }
        NewJob<T> job = plain.labels(labels.toArray(String[]::new));
        job = delay == null ? job : job.delay(delay);
        job = at == null ? job : job.at(at);
        job = priority == null ? job : job.priority(priority);
        job = ttr == null ? job : job.ttr(ttr);
        job = attempts == null ? job : job.maxAttempts(attempts);
        job = key == null ? job : job.key(key);
        job = expire == null ? job : job.expireIn(expire);
        job = dedup == null ? job : job.dedup(dedup);
        job = onDuplicate == null ? job : job.onDuplicate(onDuplicate);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            job = job.header(header.getKey(), header.getValue());
        }
        return job;
    }

    /** The texts of {@code --on-duplicate}. */
    static final class Choices extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Choices() {
            for (OnDuplicate choice : OnDuplicate.values()) {
                add(choice.wireName());
            }
        }
    }
}
