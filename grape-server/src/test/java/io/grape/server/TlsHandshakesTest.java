package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.address.TrustedProxies;
import io.grape.server.http.FakePorts;
import io.grape.server.http.HttpApi;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.http.connection.HttpOptions;
import io.grape.server.memory.Memory;
import io.grape.server.tcp.TlsFiles;
import io.vertx.core.Vertx;
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
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that begin TLS and do not go on take a bounded number of connections. Time ends none of them here. */
@Tag("slow")
class TlsHandshakesTest {
    private static final int CONNECTIONS = 100;
    private static final int OF_ADDRESS = 64;
    private static final int OF_ALL = 128;
    private static final Duration SOON = Duration.ofMinutes(1);

    private final Vertx vertx = Vertx.vertx();
    private final List<Socket> clients = new ArrayList<>();
    private final Tls tls;
    private final KeyStore keys;
    private final SSLContext context;
    private HttpApi api;
    private int port;

    TlsHandshakesTest(@TempDir Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        tls = new Tls(directory);
        keys = tls.keys("EC");
        context = Tls.contextOf(keys);
        api = open(TrustedProxies.NONE);
    }

    private HttpApi open(TrustedProxies proxies) throws IOException, GeneralSecurityException {
        TlsOptions files = tls.files(keys);
        HttpLimits most = new HttpLimits(CONNECTIONS, Memory.ofHeap(1_000_000, 1_000_000), Duration.ofHours(1));
        return new HttpApi(
                vertx,
                new HttpOptions(
                        "127.0.0.1", 0, most, new TlsFiles(files.certificate(), files.key()), null, proxies, 1_000_000),
                FakePorts.behind(() -> new CompletableFuture<>()));
    }

    @BeforeEach
    void open() {
        port = api.open(0).await();
    }

    @AfterEach
    void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        api.close().await();
        vertx.close().await();
    }

    private void begin(String address, int count) throws IOException {
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
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/health/live"))
                .timeout(SOON)
                .build();
        return Tls.trusting(keys)
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void oneAddressHasSoManyAndOthersGetIn() throws IOException, InterruptedException, GeneralSecurityException {
        begin("127.0.0.2", 500);
        assertThat(clients.stream().filter(TlsHandshakesTest::isHeard)).hasSize(OF_ADDRESS);
        assertThat(health()).isEqualTo(200);
        for (Socket client : clients) {
            client.close();
        }
        await().atMost(SOON).until(() -> {
            begin("127.0.0.2", 1);
            return isHeard(clients.get(clients.size() - 1));
        });
    }

    @Test
    void ofAllTogetherTheOldestMakesRoom() throws IOException, InterruptedException, GeneralSecurityException {
        for (String address : List.of("127.0.0.2", "127.0.0.3", "127.0.0.4")) {
            for (int i = 0; i < OF_ALL / 2 - 1; i++) {
                begin(address, 1);
                assertThat(isHeard(clients.get(clients.size() - 1))).isTrue();
            }
        }
        int tooMany = clients.size() - OF_ALL;
        await().atMost(SOON)
                .until(() -> clients.stream().filter(one -> !isOpen(one)).count() == tooMany);
        assertThat(clients.subList(tooMany, clients.size())).allMatch(TlsHandshakesTest::isOpen);
        assertThat(health()).isEqualTo(200);
    }

    @Test
    void aTrustedProxyHasNoBoundOfItsOwn() throws IOException, GeneralSecurityException {
        api.close().await();
        api = open(TrustedProxies.parse("127.0.0.2").orElseThrow());
        open();
        begin("127.0.0.2", OF_ADDRESS + 10);
        assertThat(clients).allMatch(TlsHandshakesTest::isHeard);
    }
}
