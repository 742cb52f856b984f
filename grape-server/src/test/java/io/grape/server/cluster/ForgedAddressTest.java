package io.grape.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.grape.process.ChildProcess;
import io.grape.process.FreePorts;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits of one address do not limit a client that can choose its address. The server behind this balancer shows what it gets. */
@Tag("slow")
class ForgedAddressTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String FORGED = "203.0.113.7";

    @TempDir
    Path directory = Path.of("");

    @BeforeEach
    void hasBalancer() {
        RunningCluster.assumePossible();
    }

    /** The header that a broker behind the balancer of such a cluster gets with a call that has a forged one. */
    private String forwarded(String option, boolean isConsole) throws Exception {
        HttpServer broker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        broker.createContext("/", exchange -> {
            byte[] header = String.valueOf(exchange.getRequestHeaders().get("X-Forwarded-For"))
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(200, header.length);
            exchange.getResponseBody().write(header);
            exchange.close();
        });
        broker.start();
        List<Integer> ports = FreePorts.some(2, Set.of());
        String address = "127.0.0.1:" + broker.getAddress().getPort();
        Map<String, String> environment = Cluster.balancerEnvironment(
                ClusterConfig.read(ClusterConfig.parse(List.of(option, "--http-port=" + ports.get(0))), Map.of()));
        ChildProcess balancer = ChildProcess.start(
                directory.resolve("log"),
                List.of(
                        "haproxy",
                        "-db",
                        "-f",
                        RunningCluster.BALANCER.toAbsolutePath().toString()),
                variables -> {
                    variables.putAll(environment);
                    variables.put("BROKER_1", address);
                    variables.put("CONSOLE_BIND", "127.0.0.1:" + ports.get(1));
                    variables.put("CONSOLE_1", address);
                });
        try {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + ports.get(isConsole ? 1 : 0) + "/"))
                    .header("X-Forwarded-For", FORGED)
                    .build();
            HttpClient client = HttpClient.newHttpClient();
            return await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(
                            () -> client.send(request, HttpResponse.BodyHandlers.ofString()),
                            response -> response.statusCode() == 200)
                    .body();
        } finally {
            balancer.end(PATIENCE);
            broker.stop(0);
        }
    }

    @Test
    void addressThatAClientNamesIsDropped() throws Exception {
        for (boolean isConsole : List.of(false, true)) {
            assertThat(forwarded("--brokers=1", isConsole)).isEqualTo("[127.0.0.1]");
            assertThat(forwarded("--trusted-proxies=10.1.2.3,fd00::/8", isConsole))
                    .isEqualTo("[127.0.0.1]");
        }
    }

    @Test
    void addressThatATrustedProxyNamesIsPassedOn() throws Exception {
        assertThat(forwarded("--trusted-proxies=10.1.2.3,127.0.0.0/8", false)).contains(FORGED, "127.0.0.1");
    }
}
