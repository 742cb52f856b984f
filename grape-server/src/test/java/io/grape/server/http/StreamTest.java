package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.http.console.EventStreams;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Events while things go on. */
class StreamTest {
    private static final int SOON_MILLIS = (int) Duration.ofSeconds(20).toMillis();
    private static final String QUIET = "tube:quiet";

    @RegisterExtension
    final ServerExtension servers = ServerExtension.ofOneAddress(2);

    /** One event. */
    private record Event(String name, String id, String data) {}

    /** A client that reads one event after the other. */
    private static final class Listener implements AutoCloseable {
        private final HttpURLConnection connection;
        private final BufferedReader in;

        Listener(URL url, String lastEventId) throws IOException {
            connection = (HttpURLConnection) url.openConnection();
            connection.setReadTimeout(SOON_MILLIS);
            if (!lastEventId.isEmpty()) {
                connection.setRequestProperty("Last-Event-ID", lastEventId);
            }
            assertThat(connection.getResponseCode()).isEqualTo(200);
            in = new BufferedReader(new InputStreamReader(connection.getInputStream(), UTF_8));
        }

        String header(String name) {
            return connection.getHeaderField(name);
        }

        /** The next one; those lines that are no event are passed over. */
        Event next() throws IOException {
            String name = "";
            String id = "";
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("event: ")) {
                    name = line.substring("event: ".length());
                } else if (line.startsWith("id: ")) {
                    id = line.substring("id: ".length());
                } else if (line.startsWith("data: ")) {
                    return new Event(name, id, line.substring("data: ".length()));
                }
            }
            throw new IOException("the stream has ended");
        }

        /** Reads on to the end, and returns the lines. */
        List<String> rest() throws IOException {
            List<String> lines = new ArrayList<>();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
            return lines;
        }

        @Override
        public void close() {
            connection.disconnect();
        }
    }

    private Listener listen(int server, String topics, String lastEventId) throws IOException {
        return new Listener(servers.uri(server, "/v1/stream?topics=" + topics).toURL(), lastEventId);
    }

    private Wire wire() {
        return Wire.to(servers);
    }

    @Test
    void theFirstEventComesAtOnceAndTheNextWhenSomethingChanges() throws IOException {
        wire().put("/v1/tubes/quiet", "").is(201);
        try (Listener listener = listen(0, QUIET, "")) {
            assertThat(listener.header("Content-Type")).isEqualTo("text/event-stream");
            assertThat(listener.header("X-Accel-Buffering")).isEqualTo("no");
            assertThat(listener.header("Cache-Control")).isEqualTo("no-store");
            Event first = listener.next();
            assertThat(first.name()).isEqualTo("tube");
            assertThat(new JsonObject(first.data()))
                    .isEqualTo(
                            wire().get("/v1/tubes/quiet?activity=true").is(200).json());
            wire().put("/v1/tubes/quiet/jobs/a?delayMs=600000", "x").is(201);
            Event second = listener.next();
            assertThat(second.id()).isNotEqualTo(first.id());
            assertThat(delayed(second)).isEqualTo(1);
        }
    }

    private static int delayed(Event event) {
        return new JsonObject(event.data()).getJsonObject("counts").getInteger("delayed");
    }

    @Test
    void whoComesBackToWhicheverBrokerSeesWhatChangedMeanwhileAndNothingElse() throws IOException {
        wire().put("/v1/tubes/quiet", "").is(201);
        wire().put("/v1/tubes/other", "").is(201);
        String topics = QUIET + ",tube:other";
        String id;
        try (Listener listener = listen(0, topics, "")) {
            listener.next();
            id = listener.next().id();
        }
        wire().put("/v1/tubes/other/jobs/a?delayMs=600000", "x").is(201);
        try (Listener again = listen(1, topics, id)) {
            Event next = again.next();
            assertThat(new JsonObject(next.data()).getString("name")).isEqualTo("other");
            assertThat(next.id().split("\\.", -1)[0]).isEqualTo(id.split("\\.", -1)[0]);
        }
        try (Listener unknown = listen(1, topics, "made.up.by.somebody")) {
            assertThat(unknown.next().name()).isEqualTo("tube");
            assertThat(unknown.next().name()).isEqualTo("tube");
        }
    }

    @Test
    void aJobIsATopicWhoseIdIsInBase64() throws IOException {
        wire().put("/v1/tubes/quiet/jobs/8812", "x").is(201);
        String lease = wire().post("/v1/tubes/quiet/consume")
                .is(200)
                .json()
                .getJsonArray("jobs")
                .getJsonObject(0)
                .getString("lease");
        try (Listener listener = listen(0, "job:quiet/ODgxMg", "")) {
            Event first = listener.next();
            assertThat(first.name()).isEqualTo("job");
            assertThat(new JsonObject(first.data()).getString("state")).isEqualTo("retained");
            assertThat(first.data()).contains("\"payloadHidden\":true").doesNotContain("cancelled");
            wire().post("/v1/tubes/quiet/jobs/8812/cancel?reason=stop").is(200);
            assertThat(new JsonObject(listener.next().data())
                            .getJsonObject("cancelled")
                            .getString("reason"))
                    .isEqualTo("stop");
            wire().post("/v1/tubes/quiet/jobs/8812/touch?progress=40&lease=" + lease)
                    .is(200);
            assertThat(new JsonObject(listener.next().data()).getInteger("progress"))
                    .isEqualTo(40);
            wire().post("/v1/tubes/quiet/jobs/8812/finish?lease=" + lease).is(200);
            assertThat(listener.next().data()).isEqualTo("null");
        }
        wire().get("/v1/stream?topics=job:quiet/!").isBadRequest("topics");
        wire().get("/v1/stream?topics=job:quiet").isBadRequest("topics");
    }

    @Test
    void severalTubesAndTheOverviewAreTopicsToo() throws IOException {
        wire().put("/v1/tubes/a", "").is(201);
        try (Listener listener = listen(0, "overview,tubes:a%7Cgone", "")) {
            List<Event> events = List.of(listener.next(), listener.next());
            assertThat(events).extracting(Event::name).contains("tubes", "overview");
            for (Event event : events) {
                JsonObject body = new JsonObject(event.data());
                if (event.name().equals("tubes")) {
                    assertThat(body.getJsonArray("tubes")).hasSize(1);
                } else {
                    assertThat(body.getString("health")).isNotEmpty();
                }
            }
        }
    }

    @Test
    void whatIsNoTopicIsRefused() {
        Wire wire = wire();
        wire.get("/v1/stream")
                .isBadRequest("topics: expected overview, operations, tube:NAME, tubes:A|B|C or job:TUBE/ID,"
                        + " the ID in base64url, got none");
        wire.get("/v1/stream?topics=weather").isBadRequest("got 'weather'");
        wire.get("/v1/stream?topics=overview,overview").isBadRequest("each once");
        wire.get("/v1/stream?topics=tube:-x").isBadRequest("tube");
        wire.send("HEAD", "/v1/stream?topics=overview", new byte[0]).is(200);
    }

    @Test
    void oneMoreThanThereIsRoomForIsSentAwayUntilSomebodyLeaves() throws IOException {
        wire().put("/v1/tubes/quiet", "").is(201);
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < EventStreams.MAX_VIEWERS; i++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), servers.uri(0, "/").getPort());
                sockets.add(socket);
                String request = "GET /v1/stream?topics=" + QUIET + " HTTP/1.1\r\nHost: grape\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(UTF_8));
            }
            sockets.forEach(StreamTest::awaitAnswer);
            wire().get("/v1/stream?topics=overview").isProblem(503, "OVERLOADED", "200 streams");
            sockets.get(0).close();
            await().until(() -> {
                try (Listener one = listen(0, QUIET, "")) {
                    return !one.next().data().isEmpty();
                } catch (AssertionError stillFull) {
                    return false;
                }
            });
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static void awaitAnswer(Socket socket) {
        try {
            socket.setSoTimeout(SOON_MILLIS);
            InputStream in = socket.getInputStream();
            assertThat(in.read()).isEqualTo('H');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aBrokerThatGoesDownEndsItsStreamsAndSaysWhenToComeBack() throws IOException {
        wire().put("/v1/tubes/quiet", "").is(201);
        try (Listener listener = listen(0, QUIET, "")) {
            listener.next();
            servers.stop(0);
            listener.rest();
        }
        try (Listener elsewhere = listen(1, QUIET, "")) {
            assertThat(elsewhere.next().data()).contains("quiet");
        }
    }
}
