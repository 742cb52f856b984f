package io.grape.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends to a broker what it is given and adds nothing to it. One connection a request. */
public record Grape13Client(int port) {
    /**
     * What came back.
     *
     * @param body read as UTF-8
     */
    public record Answer(RawClient.RawAnswer raw, String body) {
        public int status() {
            return raw.status();
        }

        /** The value of a header, empty when it is not there. */
        public String header(String name) {
            return raw.header(name);
        }
    }

    public Answer send(String request, List<String> headers, byte @Nullable [] body) {
        try (RawClient client = new RawClient(port)) {
            RawClient.RawAnswer answer =
                    client.say(message(request, headers, body)).answer();
            return new Answer(answer, new String(answer.body().getBytes(ISO_8859_1), UTF_8));
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
}
