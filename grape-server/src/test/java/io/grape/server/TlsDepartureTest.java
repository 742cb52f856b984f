package io.grape.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.server.app.GrapeServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of jobs that were written to a client that goes away, where TLS has a last word. */
@Tag("slow")
class TlsDepartureTest {
    private final Tls tls;

    TlsDepartureTest(@TempDir Path directory) {
        tls = new Tls(directory);
    }

    /** TLS 1.2 has a last word of the broker too, which a client that has closed resets. */
    @Test
    void whoReadItsAnswerAndClosedKeepsItsJobs() throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = tls.keys("EC");
        GrapeServer server = tls.serving(keys, false);
        try {
            HttpClient other = Tls.trusting(keys);
            String tube = "https://127.0.0.1:" + server.httpPort() + "/v1/tubes/t/";
            assertThat(Tls.put(other, tube + "jobs/a", 10).statusCode()).isEqualTo(201);
            try (SSLSocket socket =
                    (SSLSocket) Tls.contextOf(keys).getSocketFactory().createSocket("127.0.0.1", server.httpPort())) {
                socket.setSoTimeout(60_000);
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                String request = "POST /v1/tubes/t/consume HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(US_ASCII));
                assertThat(Tls.answer(socket)).contains("\"id\":\"a\"");
            }
            assertThat(consume(other, tube)).isEqualTo("{\"jobs\":[]}");
        } finally {
            server.close().await();
        }
    }

    /** The kernel takes most of the answers for a client that reads none of them, and then says that nothing more will come of it. */
    @Test
    void whatWentBackWhileAClientIsCutOffDoesNotReachItAnyMore()
            throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = tls.keys("EC");
        GrapeServer server = tls.serving(keys, false);
        String tube = "https://127.0.0.1:" + server.httpPort() + "/v1/tubes/t/";
        try (Socket below = new Socket()) {
            HttpClient other = Tls.trusting(keys);
            for (int i = 0; i < 250; i++) {
                assertThat(Tls.put(other, tube + "jobs/" + i, 30_000).statusCode())
                        .isEqualTo(201);
            }
            below.setReceiveBufferSize(4096);
            below.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.httpPort()));
            Socket deaf =
                    Tls.contextOf(keys).getSocketFactory().createSocket(below, "127.0.0.1", server.httpPort(), true);
            deaf.getOutputStream()
                    .write("POST /v1/tubes/t/consume HTTP/1.1\r\nHost: h\r\n\r\n"
                            .repeat(250)
                            .getBytes(US_ASCII));
            AtomicReference<String> before = new AtomicReference<>("");
            await().atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> Objects.equals(before.get(), before.getAndSet(counts(other, tube))));
            below.shutdownOutput();
            await().atMost(Duration.ofMinutes(1)).until(() -> !Objects.equals(before.get(), counts(other, tube)));
            below.setReceiveBufferSize(1024 * 1024);
            List<String> got = new ArrayList<>();
            assertThatThrownBy(() -> {
                        while (true) {
                            got.add(id(Tls.answer(deaf)));
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThat(got).isNotEmpty();
            for (String next = consume(other, tube); !next.equals("{\"jobs\":[]}"); next = consume(other, tube)) {
                assertThat(got).doesNotContain(id(next));
            }
        } finally {
            server.close().await();
        }
    }

    private static String id(String consumed) {
        Matcher id = Pattern.compile("\"id\":\"([^\"]*)").matcher(consumed);
        assertThat(id.find()).as(consumed).isTrue();
        return id.group(1);
    }

    private static String counts(HttpClient client, String tube) throws IOException, InterruptedException {
        URI uri = URI.create(tube.substring(0, tube.length() - 1));
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body()
                .replaceAll("(?s).*\"counts\":(\\{[^}]*}).*", "$1");
    }

    private static String consume(HttpClient client, String tube) throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create(tube + "consume?waitMs=1000"))
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
