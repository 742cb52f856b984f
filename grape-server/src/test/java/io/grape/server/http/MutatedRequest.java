package io.grape.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.server.http.RawClient.RawAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One message over a connection of its own, and what is wrong with how it ended. Behind it goes a good request that closes the
 * connection, so that only what is answered, refused, cut or waits by right can keep it open.
 *
 * @param pieces the message as it is sent
 */
record MutatedRequest(long number, List<byte[]> pieces) {
    private static final byte[] LAST =
            "GET /version HTTP/1.1\r\nHost: last\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1);
    private static final int QUIET_MILLIS = 4_000;
    private static final int BOUND_MILLIS = 20_000;
    private static final int CONNECT_MILLIS = 20_000;
    private static final Set<Integer> KNOWN =
            Set.of(200, 201, 202, 204, 400, 404, 405, 406, 409, 413, 414, 415, 431, 503);
    /** What a refusal says behind which no request can be told from a body. */
    private static final Pattern FRAMING = Pattern.compile(
            "\"detail\":\"(Transfer-Encoding: |Content-Length: |headers: expected plain|headers: expected names"
                    + "|headers: expected at most|request line: |request: |body: expected a whole)");

    private static final Pattern COMING_OR_GOING = Pattern.compile(" is being (created|removed), retry");
    /** A wait that takes as long as a consumer may ask for. */
    private static final Pattern LONG_WAIT = Pattern.compile("waitMs=0*([1-9][0-9]{0,4})(?![0-9])");

    private static final int LONGEST_WAIT_MILLIS = 60_000;

    enum End {
        CLOSED,
        RESET,
        HUNG
    }

    /**
     * How it ended.
     *
     * @param statuses of the answers
     * @param wrong null when all is as it should be
     */
    record Outcome(
            End end, List<Integer> statuses, @Nullable String wrong) {}

    static MutatedRequest of(long number, Mutation mutation) {
        return new MutatedRequest(number, mutation.pieces(mutation.message()));
    }

    /** Sends it and reads until the end. {@code time} is how long the broker gives a request to come. */
    Outcome send(int port, Duration time) {
        ByteArrayOutputStream came = new ByteArrayOutputStream();
        long began = System.nanoTime();
        End end = end(port, came);
        boolean early = System.nanoTime() - began < time.toNanos();
        try {
            List<RawAnswer> answers = StrictResponses.of(whole(came.toByteArray(), end), text().contains("HEAD"));
            String wrong = wrong(end, answers, early);
            return new Outcome(end, answers.stream().map(RawAnswer::status).toList(), wrong);
        } catch (StrictResponses.Malformed e) {
            return new Outcome(end, List.of(), "no HTTP: " + e.getMessage());
        }
    }

    private End end(int port, ByteArrayOutputStream came) {
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            try {
                say(socket);
            } catch (IOException closed) {
                // What it said before is read all the same.
            }
            return read(socket, came);
        } catch (SocketTimeoutException e) {
            return End.HUNG;
        } catch (IOException e) {
            return End.RESET;
        }
    }

    private void say(Socket socket) throws IOException {
        for (byte[] piece : pieces) {
            socket.getOutputStream().write(piece);
        }
        socket.getOutputStream().write(LAST);
    }

    /** What its waits take in all, one after the other. */
    private int waitMillis() {
        return LONG_WAIT
                .matcher(text())
                .results()
                .mapToInt(wait -> Integer.parseInt(wait.group(1)))
                .filter(millis -> millis <= LONGEST_WAIT_MILLIS)
                .sum();
    }

    private End read(Socket socket, ByteArrayOutputStream came) throws IOException {
        try {
            socket.setSoTimeout(QUIET_MILLIS);
            socket.getInputStream().transferTo(came);
        } catch (SocketTimeoutException quiet) {
            // A body may have ended just where the last request did: then this one is answered.
            socket.getOutputStream().write(LAST);
            socket.setSoTimeout(BOUND_MILLIS + waitMillis());
            InputStream rest = socket.getInputStream();
            rest.transferTo(came);
        }
        return End.CLOSED;
    }

    /** What a reset leaves of the last answer is not held against it. */
    private static byte[] whole(byte[] came, End end) {
        return end == End.RESET ? new byte[0] : came;
    }

    private @Nullable String wrong(End end, List<RawAnswer> answers, boolean early) {
        if (end == End.HUNG) {
            return "hung after " + answers.size() + " answers";
        }
        // A broken chunk ends the connection without an answer.
        boolean chunks = text().toLowerCase(Locale.ROOT).contains("chunked");
        if (end == End.CLOSED && answers.isEmpty() && early && !chunks) {
            return "closed without a word";
        }
        for (int i = 0; i < answers.size(); i++) {
            String wrong = wrong(answers.get(i), i == answers.size() - 1);
            if (wrong != null) {
                return wrong + ": " + answers.get(i);
            }
        }
        return null;
    }

    private static @Nullable String wrong(RawAnswer answer, boolean last) {
        boolean closes = answer.header("Connection").equalsIgnoreCase("close");
        if (!KNOWN.contains(answer.status())) {
            return "a status of its own";
        } else if (answer.status() == 503 && !isComingOrGoing(answer)) {
            return "overloaded by this";
        } else if (answer.status() >= 400 && FRAMING.matcher(answer.body()).find() && !closes) {
            return "goes on behind a framing error";
        }
        return closes && !last ? "goes on behind Connection: close" : null;
    }

    /** Some of the requests make or remove their tube, and it says when to come again. */
    private static boolean isComingOrGoing(RawAnswer answer) {
        return COMING_OR_GOING.matcher(answer.body()).find()
                && answer.header("Retry-After").equals("1");
    }

    private String text() {
        return pieces.stream().map(piece -> new String(piece, ISO_8859_1)).collect(Collectors.joining());
    }

    /** As a Java string, a {@code |} between the pieces, so that it can be sent again. */
    String escaped() {
        return pieces.stream()
                .map(piece -> new String(piece, ISO_8859_1)
                        .chars()
                        .mapToObj(MutatedRequest::escaped)
                        .collect(Collectors.joining()))
                .collect(Collectors.joining("|", number + ": ", ""));
    }

    private static String escaped(int one) {
        return switch (one) {
            case '\r' -> "\\r";
            case '\n' -> "\\n";
            case '\\' -> "\\\\";
            case '"' -> "\\\"";
            default -> one >= ' ' && one < 0x7f ? Character.toString(one) : String.format(Locale.ROOT, "\\u%04x", one);
        };
    }
}
