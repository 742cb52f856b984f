package io.grape.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An HTTP client that sends what it is given and adds nothing to it. One connection a request. */
final class Grape13Client {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final URI server;

    Grape13Client(URI server) {
        this.server = server;
    }

    /**
     * What came back.
     *
     * @param headers by name in lower case
     */
    record Answer(int status, Map<String, String> headers, String body) {
        @Nullable
        String header(String name) {
            return headers.get(name);
        }
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    Answer send(String request, List<String> headers, byte @Nullable [] body) {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(message(request, headers, body));
            return read(socket.getInputStream(), request.startsWith("HEAD "));
        } catch (IOException e) {
            throw new UncheckedIOException(request, e);
        }
    }

    static byte[] message(String request, List<String> headers, byte @Nullable [] body) {
        StringBuilder head = new StringBuilder(request).append(" HTTP/1.1\r\nhost: grape.test\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        if (body != null) {
            head.append("content-length: ").append(body.length).append("\r\n");
        }
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(head.append("\r\n").toString().getBytes(ISO_8859_1));
        message.writeBytes(body == null ? new byte[0] : body);
        return message.toByteArray();
    }

    private static Answer read(InputStream in, boolean bodiless) throws IOException {
        String status = line(in);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = bodiless ? 0 : Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the body ended early");
        }
        return new Answer(Integer.parseInt(status.split(" ", 3)[1]), headers, new String(body, UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("no answer");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
