package io.grape.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import io.grape.redis.TestRedis;
import io.grape.server.app.GrapeServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's listener: its files, the same calls beside them, and which port it gets. */
class ConsoleTest {
    private static final Pattern STYLES = Pattern.compile("href=\"(assets/[0-9a-f]{64}/css/[^\"]+)\"");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final GrapeServer SERVER = start(new ConsoleOptions(0, false, "/grape/"));

    @AfterAll
    static void close() {
        SERVER.close().await();
    }

    private static GrapeServer start(ConsoleOptions console) {
        ServerConfig config = new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 100),
                new StoreOptions(
                        null, TestRedis.newNamespace(), Path.of("target"), Duration.ofSeconds(5), Duration.ZERO, true),
                new MetricsOptions(100),
                new RepairOptions(0),
                console,
                AccessOptions.OPEN);
        return GrapeServer.start(config, TestRedis.uri());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/grape/", "/grape", "/tubes/a%2Fb/jobs/c", "/grape/tubes/a?state=failed", "/grape/nowhere"
            })
    void everyPathOfTheAppIsItsIndex(String path) {
        HttpResponse<String> page = get(path);

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<grape-app>", "<base href=\"/grape/\">");
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-cache");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'; script-src 'self' 'sha256-")
                .endsWith("frame-ancestors 'none'");
        assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }

    @Test
    void aFileIsKeptForEverAndAskedForOnce() {
        String file = "/grape/" + styles();
        HttpResponse<String> first = get(file);
        String tag = first.headers().firstValue("ETag").orElseThrow();

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("Cache-Control")).hasValue("public, max-age=31536000, immutable");
        assertThat(first.headers().firstValue("Content-Type")).hasValue("text/css; charset=utf-8");
        HttpResponse<String> again = get(file, "If-None-Match", tag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(get("/" + styles()).body()).isEqualTo(first.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate, gzip;q=0.5", "br, GZIP, *"})
    void whoTakesGzipGetsIt(String accepted) {
        HttpResponse<String> zipped = get("/" + styles(), "Accept-Encoding", accepted);

        assertThat(zipped.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(zipped.headers().firstValue("Vary")).hasValue("Accept-Encoding");
        assertThat(zipped.headers().firstValue("ETag"))
                .isNotEqualTo(get("/" + styles()).headers().firstValue("ETag"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "gzip;q=0", "gzip;q=0.0, br", "xgzip"})
    void whoDoesNotTakeGzipGetsTheFile(String accepted) {
        HttpResponse<String> plain = get("/" + styles(), "Accept-Encoding", accepted);

        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(plain.body()).contains("{");
    }

    @Test
    void aHeadHasTheLengthOfTheGet() {
        HttpResponse<String> head = send(request("/" + styles()).method("HEAD", HttpRequest.BodyPublishers.noBody()));

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValueAsLong("Content-Length"))
                .hasValue(get("/" + styles()).body().getBytes(UTF_8).length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/assets/",
                "/assets/../index.html",
                "/assets/%2e%2e/index.html",
                "/assets/0/js/app.js",
                "/v1/nothing",
                "/api/nothing"
            })
    void whatIsNeitherAFileNorACallIsNoPageEither(String path) {
        assertThat(get(path).statusCode()).isEqualTo(404);
        assertThat(get(path).body()).doesNotContain("<grape-app>");
    }

    @Test
    void theCallsAreThereToo() {
        for (String base : new String[] {"", "/grape"}) {
            HttpResponse<String> produced = send(request(base + "/v1/tubes/orders/jobs/a?onDuplicate=replace")
                    .PUT(HttpRequest.BodyPublishers.ofString("payload")));
            assertThat(produced.statusCode()).isBetween(200, 201);
            assertThat(get(base + "/v1/tubes/orders/jobs/a").body()).contains("\"id\":\"a\"");
            assertThat(get(base + "/health/ready").statusCode()).isEqualTo(200);
            assertThat(get(base + "/%76ersion").body()).contains("\"name\":\"grape\"");
        }
        assertThat(get("/gr%61pe/version").body()).contains("\"name\":\"grape\"");
        assertThat(send(request("/tubes").POST(HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void theApisOwnPortHasNoPages() {
        HttpResponse<String> page =
                send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVER.httpPort() + "/")));
        assertThat(page.statusCode()).isEqualTo(404);
    }

    @Test
    void whoComesByTheNameOfAnotherSiteGetsNoPage() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVER.consolePort())) {
            socket.getOutputStream()
                    .write(
                            "GET /grape/ HTTP/1.1\r\nHost: evil.example\r\nAccept-Language: en\r\nConnection: close\r\n\r\n"
                                    .getBytes(UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 403 ")
                    .doesNotContain("<grape-app>");
        }
    }

    @Test
    void aPortThatWasAskedForAndIsTakenStopsTheStart() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> start(new ConsoleOptions(port, false, "/")))
                    .isInstanceOf(GrapeException.class)
                    .hasMessageContaining("host, console-port: expected an address that is free")
                    .hasMessageContaining("127.0.0.1 " + port);
        }
    }

    @Test
    void whereNobodyAskedForTheTakenPortAFreeOneDoes() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            GrapeServer elsewhere = start(new ConsoleOptions(taken.getLocalPort(), true, "/"));
            try {
                assertThat(elsewhere.consolePort()).isPositive().isNotEqualTo(taken.getLocalPort());
            } finally {
                elsewhere.close().await();
            }
        }
    }

    private static String styles() {
        Matcher file = STYLES.matcher(get("/").body());
        assertThat(file.find()).isTrue();
        return file.group(1);
    }

    private static HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request = request(path);
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVER.consolePort() + path))
                .timeout(Duration.ofSeconds(20));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
