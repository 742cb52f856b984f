package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** {@code grape tail}. */
@GrapeTest
class TailTest {
    private static final Tube<String> TUBE = Tube.of("orders", Codec.text());

    private final Shell shell;
    private final Grape grape;

    TailTest(TestBroker broker) {
        shell = Shell.of(broker.uri());
        grape = broker.client();
    }

    private void produce(String id, Duration delay) {
        grape.produce(TUBE, NewJob.of("x").id(id).delay(delay));
    }

    @Test
    void tailFollowsATube() throws Exception {
        produce("a", Duration.ZERO);
        List<String> lines = shell.run("tail", "orders", "--count", "1").ok().lines();
        assertThat(lines).hasSize(2).first().asString().startsWith("TIME ");
        assertThat(lines.get(1)).matches("\\S+Z +1 +0 +0 +0");
        assertThat(shell.run("tail", "orders", "--count", "1", "-o", "ndjson")
                        .json()
                        .path("counts")
                        .path("ready")
                        .asInt())
                .isEqualTo(1);
        assertThat(shell.run("tail", "--count", "1", "-o", "json").json().has("perSecond"))
                .isTrue();
    }

    @Test
    void tailShowsWhatHasChanged() throws Exception {
        produce("a", Duration.ZERO);
        AtomicBoolean isOver = new AtomicBoolean();
        Thread producer = new Thread(() -> {
            // A line for each change: the first may come before or after this one.
            for (int i = 0; !isOver.get(); i++) {
                produce("more" + i, Duration.ZERO);
            }
        });
        producer.start();
        try {
            List<String> lines =
                    shell.run("tail", "orders", "--count", "2").ok().lines();
            assertThat(lines).hasSize(3);
            assertThat(lines.get(2)).containsPattern(" \\+[1-9][0-9]* +\\+0$");
        } finally {
            isOver.set(true);
            producer.join();
        }
    }

    @Test
    void tailWithoutABroker() {
        Shell.Result result = Shell.of("http://127.0.0.1:1").run("tail", "orders");
        assertThat(result.code()).isEqualTo(6);
        assertThat(result.out()).isEmpty();
    }
}
