package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs that one connection puts and reserves without waiting for the responses. */
@Tag("slow")
final class PutOrderTest {
    /** More than the numbers of two blocks. */
    private static final int JOBS = 2500;

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @Test
    void theyComeInTheOrderOfThePutsAndGoBackAllAtOnceWhenItEnds() {
        try (WireClient one = WireClient.to(broker.beanstalkdPort(0))) {
            List<String> bodies =
                    IntStream.range(0, JOBS).mapToObj(Integer::toString).toList();
            StringBuilder puts = new StringBuilder();
            bodies.forEach(body -> puts.append("put 0 0 60 ")
                    .append(body.length())
                    .append("\r\n")
                    .append(body)
                    .append("\r\n"));
            one.send(puts.toString());
            List<Long> numbers = new ArrayList<>();
            bodies.forEach(body -> numbers.add(Long.valueOf(one.read().replaceFirst("INSERTED ", ""))));
            assertThat(numbers).isSorted();

            one.send("reserve-with-timeout 0\r\n".repeat(JOBS));
            List<String> reserved = new ArrayList<>();
            bodies.forEach(body -> reserved.add(one.read().replaceFirst("RESERVED [0-9]+ [0-9]+ ", "")));
            assertThat(reserved).isEqualTo(bodies);
        }
        try (WireClient other = WireClient.to(broker.beanstalkdPort(0))) {
            await().untilAsserted(() -> assertThat(other.field("stats-tube default", "current-jobs-ready"))
                    .isEqualTo(Integer.toString(JOBS)));
        }
    }

    /** What was asked for is not what is allowed first. */
    @Test
    void theyComeInThatOrderWhileAQuotaComesAndGoes() {
        Wire wire = Wire.to(broker);
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> toggled = CompletableFuture.runAsync(() -> {
            while (!isOver.get()) {
                wire.put("/v1/quotas/default", "{\"produce\":{\"perSecond\":1000000},\"inFlight\":1000000}");
                wire.delete("/v1/quotas/default");
            }
        });
        try (WireClient one = WireClient.to(broker.beanstalkdPort(0))) {
            one.send("put 0 0 60 1\r\nx\r\n".repeat(JOBS));
            List<Long> numbers = IntStream.range(0, JOBS)
                    .mapToObj(at -> Long.valueOf(one.read().replaceFirst("INSERTED ", "")))
                    .toList();
            assertThat(numbers).isSorted();
        } finally {
            isOver.set(true);
            toggled.join();
        }
    }
}
