package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.BufferedProducer;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.buffer.WhenFull;
import io.grape.junit.GrapeTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of docs/buffer.md. */
@GrapeTest
class BufferPageTest {
    record Mail(String to, String text) {}

    static final Tube<Mail> MAILS = Tube.of("mails", Mail.class);

    @Test
    void jobsOfABufferArrive(Grape grape, @TempDir Path directory) {
        Mail mail = new Mail("ann@example.org", "Welcome");
        String written;
        // tag::buffer[]
        try (BufferedProducer buffer = grape.bufferedProducer(directory)
                .maxBytes(512L << 20)
                .maxAge(Duration.ofHours(12))
                .whenFull(WhenFull.BLOCK)
                .dedup(Duration.ofHours(12))
                .open()) {
            String id = buffer.produce(MAILS, NewJob.of(mail).delay(Duration.ofMinutes(15)));
            CompletableFuture<String> other =
                    buffer.produceAsync(MAILS, NewJob.of(mail).id("welcome-8812"));
            // end::buffer[]
            written = id;
            assertThat(other.join()).isEqualTo("welcome-8812");
            assertThat(buffer.close(Duration.ofMinutes(1))).isTrue();
            // tag::buffer[]
        }
        // end::buffer[]
        assertThat(grape.peek(MAILS, written).orElseThrow().state()).isEqualTo(JobState.DELAYED);
        assertThat(grape.peek(MAILS, "welcome-8812").orElseThrow().payload()).isEqualTo(mail);
    }
}
