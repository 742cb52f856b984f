package io.grape.server.beanstalkd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;

/** A client that sends bytes as they are, and reads responses. */
public final class WireClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Socket socket;
    private final InputStream in;

    private WireClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    public static WireClient to(int port) {
        return from("127.0.0.1", port);
    }

    /** One with an address of its own. */
    static WireClient from(String address, int port) {
        try {
            return on(new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One that speaks over a connection that is there. */
    static WireClient on(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return new WireClient(socket);
    }

    public void send(String bytes) {
        try {
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next response, with a space between its line and its body. */
    public String read() {
        try {
            String line = line();
            String[] words = line.split(" ", -1);
            return switch (words[0]) {
                case "OK" -> line + " " + body(words[1]);
                case "RESERVED", "FOUND" -> line + " " + body(words[2]);
                default -> line;
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A response with a job, as {@link #read} returns it. */
    static String job(String word, long number, String body) {
        return word + " " + number + " " + body.length() + " " + body;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("after '" + line + "'");
            }
            line.append((char) next);
        }
        return line.substring(0, line.length() - 1);
    }

    private String body(String length) throws IOException {
        byte[] bytes = in.readNBytes(Integer.parseInt(length) + 2);
        return new String(Arrays.copyOf(bytes, bytes.length - 2), ISO_8859_1);
    }

    /** The response to a line. */
    public String call(String line) {
        send(line + "\r\n");
        return read();
    }

    /** Puts a job with the usual priority, and returns its number. */
    public long put(String body) {
        return put(1024, 0, 60, body);
    }

    long put(long priority, long delay, long ttr, String body) {
        send("put " + priority + " " + delay + " " + ttr + " " + body.length() + "\r\n" + body + "\r\n");
        String response = read();
        if (!response.startsWith("INSERTED ")) {
            throw new AssertionError(response);
        }
        return Long.parseLong(response.substring("INSERTED ".length()));
    }

    /** Reserves at once, and returns the number. */
    public long reserve() {
        return Long.parseLong(call("reserve-with-timeout 0").split(" ", -1)[1]);
    }

    /** A field of a response in YAML. */
    String field(String line, String field) {
        return call(line)
                .lines()
                .filter(row -> row.startsWith(field + ": "))
                .map(row -> row.substring(field.length() + 2))
                .findFirst()
                .orElse("none");
    }

    /** Sends no more, and reads on. */
    void halfClose() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes with a reset, as a client does that has not read all. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        close();
    }

    /** What still comes until the other side closes. */
    String rest() {
        try {
            return new String(in.readAllBytes(), ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** True once the other side has closed. */
    boolean isClosed() {
        try {
            return in.read() < 0;
        } catch (IOException e) {
            return true;
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
