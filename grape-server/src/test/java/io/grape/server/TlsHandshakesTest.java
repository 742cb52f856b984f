package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.address.TrustedProxies;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.app.GrapeServer;
import io.grape.server.http.connection.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that begin TLS and do not go on take a bounded number of connections. Time ends none of them here. */
@Tag("slow")
class TlsHandshakesTest {
    private static final int CONNECTIONS = 100;
    private static final int OF_ADDRESS = 64;
    private static final int OF_ALL = 128;
    private static final Duration SOON = Duration.ofMinutes(1);

    private final List<Socket> clients = new ArrayList<>();
    private final Tls tls;
    private final KeyStore keys;
    private final SSLContext context;
    private GrapeServer server;

    TlsHandshakesTest(@TempDir Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        tls = new Tls(directory);
        keys = tls.keys("EC");
        context = Tls.contextOf(keys);
        server = open(TrustedProxies.NONE);
    }

    private GrapeServer open(TrustedProxies proxies) throws IOException, GeneralSecurityException {
        HttpLimits most = new HttpLimits(CONNECTIONS, MemoryBudgets.ofHeap(1_000_000, 1_000_000), Duration.ofHours(1));
        return tls.serving(keys, false, proxies, most);
    }

    @AfterEach
    void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        server.close().await();
    }

    static Stream<Named<ToIntFunction<GrapeServer>>> ports() {
        return Stream.of(Named.of("HTTP", GrapeServer::httpPort), Named.of("beanstalkd", GrapeServer::beanstalkdPort));
    }

    private void begin(String address, int count, int port) throws IOException {
        for (int i = 0; i < count; i++) {
            Socket client = new Socket();
            clients.add(client);
            client.bind(new InetSocketAddress(address, 0));
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            byte[] hello = hello();
            try {
                client.getOutputStream().write(hello);
            } catch (IOException closed) {
                // What comes of it is looked at later.
            }
        }
    }

    private byte[] hello() throws IOException {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        hello.flip();
        byte[] bytes = new byte[hello.remaining()];
        hello.get(bytes);
        return bytes;
    }

    /** True when the broker goes on with the handshake; false when it closed the connection. */
    private static boolean isHeard(Socket client) {
        try {
            client.setSoTimeout(Math.toIntExact(SOON.toMillis()));
            return client.getInputStream().read() >= 0;
        } catch (IOException closed) {
            return false;
        }
    }

    private static boolean isOpen(Socket client) {
        try {
            client.setSoTimeout(1);
            return client.getInputStream().skip(100_000) > 0
                    || client.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private int health() throws IOException, InterruptedException, GeneralSecurityException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:" + server.httpPort() + "/health/live"))
                .timeout(SOON)
                .build();
        return Tls.trusting(keys)
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @ParameterizedTest
    @MethodSource("ports")
    void oneAddressHasSoManyAndOthersGetIn(ToIntFunction<GrapeServer> port)
            throws IOException, InterruptedException, GeneralSecurityException {
        begin("127.0.0.2", 500, port.applyAsInt(server));
        assertThat(clients.stream().filter(TlsHandshakesTest::isHeard)).hasSize(OF_ADDRESS);
        assertThat(health()).isEqualTo(200);
        for (Socket client : clients) {
            client.close();
        }
        await().atMost(SOON).until(() -> {
            begin("127.0.0.2", 1, port.applyAsInt(server));
            return isHeard(clients.get(clients.size() - 1));
        });
    }

    @Test
    void oneAddressHasNoMoreByTwoPorts() throws IOException, InterruptedException, GeneralSecurityException {
        begin("127.0.0.2", OF_ADDRESS / 2, server.httpPort());
        begin("127.0.0.2", OF_ADDRESS, server.beanstalkdPort());
        assertThat(clients.stream().filter(TlsHandshakesTest::isHeard)).hasSize(OF_ADDRESS);
        assertThat(health()).isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("ports")
    void ofAllTogetherTheOldestMakesRoom(ToIntFunction<GrapeServer> port)
            throws IOException, InterruptedException, GeneralSecurityException {
        for (String address : List.of("127.0.0.2", "127.0.0.3", "127.0.0.4")) {
            for (int i = 0; i < OF_ALL / 2 - 1; i++) {
                begin(address, 1, port.applyAsInt(server));
                assertThat(isHeard(clients.get(clients.size() - 1))).isTrue();
            }
        }
        int tooMany = clients.size() - OF_ALL;
        await().atMost(SOON)
                .until(() -> clients.stream().filter(one -> !isOpen(one)).count() == tooMany);
        assertThat(clients.subList(tooMany, clients.size())).allMatch(TlsHandshakesTest::isOpen);
        assertThat(health()).isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("ports")
    void aTrustedProxyHasNoBoundOfItsOwn(ToIntFunction<GrapeServer> port) throws IOException, GeneralSecurityException {
        server.close().await();
        server = open(TrustedProxies.parse("127.0.0.2").orElseThrow());
        begin("127.0.0.2", OF_ADDRESS + 10, port.applyAsInt(server));
        assertThat(clients).allMatch(TlsHandshakesTest::isHeard);
    }
}
