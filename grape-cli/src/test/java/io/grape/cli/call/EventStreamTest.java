package io.grape.cli.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream of a broker that does not end the connection, but says nothing more, as a stopped process does. */
@Timeout(60)
class EventStreamTest {
    private static final Duration SOON = Duration.ofMillis(500);
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

    private final ServerSocket server;
    private final List<Socket> connections = new ArrayList<>();

    EventStreamTest() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }

    private EventStream stream() {
        String url = "http://127.0.0.1:" + server.getLocalPort();
        return new EventStream(new Brokers(url, Optional.empty()), "overview", SOON, SOON);
    }

    /** Gives each connection one event, and then nothing. */
    private void serve() {
        try {
            for (int i = 1; ; i++) {
                Socket connection = server.accept();
                connections.add(connection);
                connection.getOutputStream().write((HEAD + "id: " + i + "\ndata: " + i + "\n\n").getBytes(UTF_8));
                connection.getOutputStream().flush();
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    @Test
    void oneThatDoesNotBeginIsUnreachable() {
        assertThatThrownBy(() -> stream().read(data -> true))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNREACHABLE));
    }

    @Test
    void oneThatFallsSilentIsBegunAgain() throws Exception {
        CompletableFuture<Void> served = CompletableFuture.runAsync(this::serve);
        List<JsonNode> seen = new ArrayList<>();
        stream().read(data -> {
            seen.add(data);
            return seen.size() < 2;
        });
        server.close();
        served.join();
        assertThat(seen).extracting(JsonNode::asInt).containsExactly(1, 2);
    }
}
