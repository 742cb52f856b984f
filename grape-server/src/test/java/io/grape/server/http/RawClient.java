package io.grape.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A socket that says whatever a test wants, and can go away in any way. */
public final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final long POLL_NANOS = 100_000;

    private final Socket socket;
    private final InputStream in;

    public RawClient(int port) {
        this(port, new Socket());
    }

    /** One that takes few bytes without reading. */
    public static RawClient deaf(int port) {
        try {
            Socket socket = new Socket();
            socket.setReceiveBufferSize(4096);
            return new RawClient(port, socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One at another address of this machine, such as 127.0.0.2. */
    static RawClient at(String address, int port) {
        try {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(address, 0));
            return new RawClient(port, socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RawClient(int port, Socket socket) {
        this.socket = socket;
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer as it came; the status line first. */
    public record RawAnswer(List<String> head, String body) {
        public int status() {
            return Integer.parseInt(head.get(0).split(" ", 3)[1]);
        }

        public String header(String name) {
            return head.stream()
                    .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    public RawClient say(String text) {
        return say(text.getBytes(ISO_8859_1));
    }

    RawClient say(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A request without a body. */
    public RawClient ask(String method, String path) {
        return say(method + " " + path + " HTTP/1.1\r\nHost: h\r\n\r\n");
    }

    /** The next answer. */
    public RawAnswer answer() {
        try {
            List<String> head = new ArrayList<>();
            for (String line = line(); !line.isEmpty(); line = line()) {
                head.add(line);
            }
            RawAnswer answer = new RawAnswer(head, "");
            String length = answer.header("Content-Length");
            byte[] body = in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length));
            return new RawAnswer(head, new String(body, ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the connection ended after '" + line.toString(ISO_8859_1) + "'");
            }
            line.write(b);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }

    /** Waits until so many bytes of answers are there, and takes none of them. */
    public RawClient awaitUnread(int bytes) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            // By hand: what Awaitility loads at its first use takes longer than a reset counts.
            while (socket.getInputStream().available() < bytes) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("no answer came");
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for an answer; false when its first byte did not come in time. */
    public boolean hears(Duration patience) {
        try {
            socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
            in.mark(1);
            in.read();
            in.reset();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            setPatience();
        }
    }

    private void setPatience() {
        try {
            socket.setSoTimeout(PATIENCE_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What still comes until the broker closes the connection. */
    String rest() {
        try {
            return new String(in.readAllBytes(), ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says that nothing more will be said, and listens on. */
    void halfClose() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Goes as a process goes that is killed with answers unread: the other side's kernel is told so. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
