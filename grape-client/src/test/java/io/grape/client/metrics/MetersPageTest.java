package io.grape.client.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of meters in docs/client.md. */
class MetersPageTest {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(grape\\.client\\.[a-z.]+)` \\| (\\w+).*\\| (.*) \\|$");
    private static final Pattern TAG = Pattern.compile("(?:^|[,;] )`(call|outcome|why|broker|tube|buffer)`");

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void thePageListsEveryMeterWithItsTypeAndTags() throws IOException {
        tellAll(new MicrometerEvents(registry));
        Set<String> rows = ROW.matcher(Files.readString(Path.of("../docs/client.md")))
                .results()
                .map(MetersPageTest::row)
                .collect(Collectors.toSet());
        assertThat(rows)
                .isEqualTo(
                        registry.getMeters().stream().map(MetersPageTest::row).collect(Collectors.toSet()));
    }

    private static void tellAll(MicrometerEvents events) {
        events.called("produce", "ok", Duration.ZERO);
        events.retried("produce");
        events.shed("produce", "delay");
        events.throttled("produce");
        events.broken("produce");
        events.ejected(URI.create("http://a:9521"), "slow");
        events.restored(URI.create("http://a:9521"));
        events.handled("orders", "finish", Duration.ZERO, Duration.ZERO);
        events.leaseLost("orders");
        events.timedOut("orders");
        events.stuck("orders", 1);
        events.working("orders", 1);
        events.held("orders", 1);
        events.buffered("orders");
        events.unbuffered("orders", "sent");
        events.bufferFull("jobs");
        events.bufferDamaged("jobs");
        events.dropListenerFailed("jobs");
        events.droppedForgotten("jobs", 2);
        events.bufferState("jobs", 0, 0, Duration.ZERO);
    }

    private static String row(MatchResult row) {
        Set<String> tags = TAG.matcher(row.group(3))
                .results()
                .map(tag -> tag.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        return row.group(1) + " " + row.group(2) + " " + tags;
    }

    private static String row(Meter meter) {
        Set<String> tags =
                meter.getId().getTags().stream().map(Tag::getKey).collect(Collectors.toCollection(TreeSet::new));
        String type = meter.getId().getType().name().toLowerCase(Locale.ROOT);
        return meter.getId().getName() + " " + type + " " + tags;
    }
}
