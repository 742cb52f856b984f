package io.grape.cli.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.cli.terminal.Plain;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Flow;
import java.util.stream.Collectors;

/** A request as a line of bash that sends it with curl. */
final class CurlLine {
    /** They change nothing of what the call does. */
    private static final Set<String> LEFT_OUT = Set.of("user-agent", "grape-timeout-ms");

    private CurlLine() {}

    static String of(HttpRequest request) {
        StringBuilder line = new StringBuilder("curl -sS --fail-with-body");
        if (!request.method().equals("GET")) {
            line.append(" -X ").append(request.method());
        }
        headers(request).forEach((name, value) -> line.append(" -H ").append(header(name, value)));
        byte[] body = body(request);
        String before = "";
        if (body.length > 0) {
            Optional<String> text = text(body);
            before = text.isPresent()
                    ? ""
                    : "base64 -d <<< " + quoted(Base64.getEncoder().encodeToString(body)) + " | ";
            line.append(" --data-binary ").append(text.map(CurlLine::quoted).orElse("@-"));
        }
        return before + line + ' ' + quoted(request.uri().toString());
    }

    private static Map<String, String> headers(HttpRequest request) {
        Map<String, String> headers = new TreeMap<>();
        request.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        headers.keySet().removeIf(name -> LEFT_OUT.contains(name.toLowerCase(Locale.ROOT)));
        return headers;
    }

    private static String header(String name, String value) {
        return name.equalsIgnoreCase("Authorization")
                ? "\"Authorization: Bearer $GRAPE_TOKEN\""
                : quoted(name + ": " + value);
    }

    private static byte[] body(HttpRequest request) {
        Collector collector = new Collector();
        request.bodyPublisher().ifPresent(publisher -> publisher.subscribe(collector));
        return collector.bytes.toByteArray();
    }

    /** Empty where a shell could not hold the bytes, or curl would take them for the name of a file. */
    private static Optional<String> text(byte[] body) {
        try {
            CharBuffer text = UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return Optional.of(text.toString())
                    .filter(one -> !one.startsWith("@") && one.chars().noneMatch(c -> c == 0));
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** One line, whatever is in it. */
    private static String quoted(String text) {
        if (text.codePoints().anyMatch(Plain::isHidden)) {
            return "$'" + text.codePoints().mapToObj(CurlLine::escaped).collect(Collectors.joining()) + "'";
        }
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String escaped(int point) {
        if (point == '\'' || point == '\\') {
            return "\\" + (char) point;
        }
        return Plain.isHidden(point) ? bytes(Character.toString(point)) : Character.toString(point);
    }

    /** The bytes of UTF-8: bash would read other escapes by its locale. */
    private static String bytes(String character) {
        StringBuilder escaped = new StringBuilder();
        for (byte one : character.getBytes(UTF_8)) {
            escaped.append(String.format(Locale.ROOT, "\\x%02x", one));
        }
        return escaped.toString();
    }

    /** A body of bytes comes at once, on the thread that subscribes. */
    private static final class Collector implements Flow.Subscriber<ByteBuffer> {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ByteBuffer part) {
            byte[] copy = new byte[part.remaining()];
            part.get(copy);
            bytes.writeBytes(copy);
        }

        @Override
        public void onError(Throwable failure) {
            throw new IllegalStateException(failure);
        }

        @Override
        public void onComplete() {}
    }
}
