package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The presence stream of a worker over a plain socket. */
final class WorkerSocket implements AutoCloseable {
    private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(20).toMillis();

    private final Socket socket;
    private final BufferedReader in;
    private final List<String> head = new ArrayList<>();

    private WorkerSocket(int port, String worker, String headers) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream()
                .write(("GET /v1/workers/" + worker + "/presence HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n")
                        .getBytes(UTF_8));
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            head.add(line);
        }
    }

    /** Opens one that a broker accepts, and reads its first heartbeat. */
    static WorkerSocket open(int port, String worker, String... headers) {
        try {
            WorkerSocket stream = new WorkerSocket(port, worker, String.join("", headers));
            assertThat(stream.head.get(0)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(stream.heartbeat()).isTrue();
            return stream;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String head() {
        return String.join("\n", head);
    }

    /** Waits for the next heartbeat; false if the stream ended instead. */
    boolean heartbeat() throws IOException {
        String length = in.readLine();
        if (length == null || length.equals("0")) {
            return false;
        }
        assertThat(length).isEqualTo("1");
        assertThat(in.readLine()).isEmpty();
        assertThat(in.readLine()).isEmpty();
        return true;
    }

    /** Whether the broker ends it. */
    boolean isEnded() throws IOException {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = heartbeat();
        }
        return true;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it as a kernel does for a process that had not read everything. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
