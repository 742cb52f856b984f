package io.grape.bench.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A connection to Redis, for what it says about itself. Not for load. */
public final class RedisPort implements AutoCloseable {
    private static final Pattern COMMAND = Pattern.compile("(?m)^cmdstat_(\\S+?):calls=([0-9]+)");
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int DEFAULT_PORT = 6379;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;

    private RedisPort(URI uri) throws IOException {
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        socket.connect(new InetSocketAddress(uri.getHost(), port), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = new BufferedOutputStream(socket.getOutputStream());
        String user = uri.getUserInfo();
        if (user != null) {
            call("AUTH", user.substring(user.indexOf(':') + 1));
        }
        String path = uri.getPath();
        if (path != null && path.length() > 1) {
            call("SELECT", path.substring(1));
        }
    }

    /** Connects to {@code redis://[:password@]host[:port][/database]}. */
    public static RedisPort to(String uri) {
        try {
            return new RedisPort(URI.create(uri));
        } catch (IOException e) {
            throw new StageFailure("no Redis at " + uri + ": " + e.getMessage(), e);
        }
    }

    /** A number in INFO. */
    public double info(String section, String field) {
        Matcher line = Pattern.compile("(?m)^" + field + ":([0-9.]+)").matcher(text("INFO", section));
        return line.find() ? Double.parseDouble(line.group(1)) : Double.NaN;
    }

    /** A text in INFO. */
    public String infoText(String section, String field) {
        Matcher line = Pattern.compile("(?m)^" + field + ":(\\S*)").matcher(text("INFO", section));
        return line.find() ? line.group(1) : "";
    }

    /** How often each command was called so far, those of scripts included. */
    Map<String, Double> commands() {
        Map<String, Double> calls = new LinkedHashMap<>();
        COMMAND.matcher(text("INFO", "commandstats"))
                .results()
                .forEach(line -> calls.put(line.group(1), Double.valueOf(line.group(2))));
        return calls;
    }

    /** Seconds of CPU that the process has used. */
    public double cpuSeconds() {
        Matcher line = Pattern.compile("(?m)^used_cpu_(?:user|sys):([0-9.]+)").matcher(text("INFO", "cpu"));
        return line.results()
                .mapToDouble(used -> Double.parseDouble(used.group(1)))
                .sum();
    }

    /** The answer to a command, as text. */
    public String text(String... command) {
        return String.valueOf(call(command));
    }

    /** The answer to a command: text, a {@link Long}, a {@link List} of these, or null. */
    public @Nullable Object call(String... command) {
        try {
            out.write(("*" + command.length + "\r\n").getBytes(UTF_8));
            for (String word : command) {
                byte[] bytes = word.getBytes(UTF_8);
                out.write(("$" + bytes.length + "\r\n").getBytes(UTF_8));
                out.write(bytes);
                out.write("\r\n".getBytes(UTF_8));
            }
            out.flush();
            return reply();
        } catch (IOException e) {
            throw new StageFailure("Redis does not answer: " + e.getMessage(), e);
        }
    }

    /** Removes all keys that a pattern fits. */
    void removeKeys(String pattern) {
        String cursor = "0";
        do {
            List<?> page = list(call("SCAN", cursor, "MATCH", pattern, "COUNT", "1000"));
            cursor = String.valueOf(page.get(0));
            List<String> command = new ArrayList<>(List.of("UNLINK"));
            list(page.get(1)).forEach(key -> command.add(String.valueOf(key)));
            if (command.size() > 1) {
                call(command.toArray(String[]::new));
            }
        } while (!cursor.equals("0"));
    }

    /** A reply that is a list. */
    static List<?> list(@Nullable Object reply) {
        if (reply instanceof List<?> values) {
            return values;
        }
        throw new StageFailure("expected a list of Redis, got " + reply);
    }

    private @Nullable Object reply() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case ':' -> Long.valueOf(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> array(Integer.parseInt(rest));
            default -> throw new StageFailure("Redis refused: " + rest);
        };
    }

    private @Nullable String bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        in.skipNBytes(2);
        return new String(bytes, UTF_8);
    }

    private List<@Nullable Object> array(int length) throws IOException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            values.add(reply());
        }
        return values;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("closed");
            }
            line.append((char) next);
        }
        in.skipNBytes(1);
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new StageFailure("cannot close a socket", e);
        }
    }
}
