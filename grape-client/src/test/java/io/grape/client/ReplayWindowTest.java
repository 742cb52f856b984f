package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.JobWriter.Encoded;
import io.grape.client.buffer.Entry;
import io.grape.client.buffer.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which jobs of a buffer are sent next. */
class ReplayWindowTest {
    private final ReplayWindow window = new ReplayWindow();

    private void add(String id) {
        byte[] record = StoredJob.write(
                "orders", Encoded.of(NewJob.of(id).id(id), Codec.text(), Map.of()), Instant.now(), null);
        window.add(new Entry(new Position(1, id.getBytes(UTF_8)[0]), record), StoredJob.read(record));
    }

    @Test
    void thePauseOfATubeEndsWithItsLastJob() {
        add("a");
        window.pause("orders", 0, Duration.ofMinutes(1));
        assertThat(window.batch(1)).isEmpty();
        window.settle(Objects.requireNonNull(window.first()));
        window.compact();
        add("b");
        assertThat(window.batch(1)).hasSize(1);
    }
}
