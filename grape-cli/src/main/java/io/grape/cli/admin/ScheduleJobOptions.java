package io.grape.cli.admin;

import io.grape.cli.job.PayloadText;
import io.grape.cli.job.RawTube;
import io.grape.cli.terminal.Terminal;
import io.grape.client.NewJob;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the jobs of a schedule are. */
final class ScheduleJobOptions {
    @Option(
            names = "--payload",
            paramLabel = "TEXT",
            description = "the payload; - reads standard input, @FILE a file; default: none")
    private @Nullable String payload;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "the content type; default: JSON if it is JSON, else text if it is UTF-8, else bytes")
    private @Nullable String type;

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = "a header; may be repeated")
    private Map<String, String> headers = Map.of();

    @Option(names = "--key", paramLabel = "KEY", description = "whose jobs they are")
    private @Nullable String key;

    @Option(names = "--label", paramLabel = "LABEL", description = "what they are about; may be repeated")
    private List<String> labels = List.of();

    @Option(names = "--weight", paramLabel = "N", description = "the share of the key")
    private @Nullable Double weight;

    @Option(names = "--ttr", paramLabel = "TIME", description = "how long a lease lasts; default: as the tube says")
    private @Nullable Duration ttr;

    @Option(names = "--priority", paramLabel = "N", description = "smaller is more urgent; default: 1024")
    private @Nullable Long priority;

    @Option(
            names = "--attempts",
            paramLabel = "N",
            description = "deliveries before it fails; default: as the tube says")
    private @Nullable Integer attempts;

    String contentType(NewJob<byte[]> job) {
        return type == null ? RawTube.contentType(job.payload()) : type;
    }

    NewJob<byte[]> job(Terminal terminal) throws IOException {
        NewJob<byte[]> job = NewJob.of(payload == null ? new byte[0] : PayloadText.bytes(payload, terminal))
                .labels(labels.toArray(String[]::new));
        for (Map.Entry<String, String> header : headers.entrySet()) {
            job = job.header(header.getKey(), header.getValue());
        }
        job = key == null ? job : job.key(key);
        job = weight == null ? job : job.weight(weight);
        job = ttr == null ? job : job.ttr(ttr);
        job = priority == null ? job : job.priority(priority);
        return attempts == null ? job : job.maxAttempts(attempts);
    }
}
