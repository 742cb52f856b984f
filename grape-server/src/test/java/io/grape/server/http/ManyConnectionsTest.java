package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.grape.server.ServerExtension;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** As many connections at one broker as it promises to serve. */
@Tag("slow")
class ManyConnectionsTest {
    private static final int MAX = 2_000;
    private static final int WAITING = MAX / 2;
    /** Both ends of each connection are in this process. */
    private static final long FILES = 2L * MAX + 500;

    @RegisterExtension
    final ServerExtension server = ServerExtension.ofOneAddress(1);

    private final List<RawClient> clients = new ArrayList<>();

    @AfterEach
    void close() {
        clients.forEach(RawClient::close);
    }

    @Test
    void twoThousandAreServedOrWaitAndTheNextIsClosedAtOnce() {
        assumeFiles();
        int port = server.uri(0, "/").getPort();
        IntStream.range(0, MAX).forEach(i -> clients.add(new RawClient(port)));
        List<RawClient> idle = clients.subList(0, WAITING);
        List<RawClient> waiting = clients.subList(WAITING, MAX);
        assertThat(idle)
                .allMatch(client -> client.ask("GET", "/version").answer().status() == 200);
        waiting.forEach(client -> client.ask("POST", "/v1/tubes/many/consume?waitMs=60000"));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> metrics(idle.get(0)).contains("\ngrape_consumers_parked 1000"));
        assertThat(metrics(idle.get(0))).contains("\ngrape_connections_open 2000");

        try (RawClient next = new RawClient(port)) {
            assertThat(isClosed(next)).isTrue();
        }

        assertThat(idle.get(1).ask("PUT", "/v1/tubes/many/jobs/a").answer().status())
                .isEqualTo(201);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> waiting.stream().anyMatch(client -> client.hears(Duration.ofMillis(1))));
        assertThat(waiting.stream()
                        .filter(client -> client.hears(Duration.ofMillis(1)))
                        .map(client -> client.answer().body()))
                .singleElement()
                .asString()
                .contains("\"id\":\"a\"");
    }

    private static void assumeFiles() {
        long most =
                ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getMaxFileDescriptorCount();
        if (most < FILES) {
            System.err.println("SKIPPED: 2,000 connections were not tried: ulimit -n is " + most + ", not " + FILES);
            Assumptions.abort("too few open files");
        }
    }

    private static String metrics(RawClient client) {
        return client.ask("GET", "/metrics").answer().body();
    }

    private static boolean isClosed(RawClient client) {
        try {
            return client.rest().isEmpty();
        } catch (UncheckedIOException reset) {
            return true;
        }
    }
}
