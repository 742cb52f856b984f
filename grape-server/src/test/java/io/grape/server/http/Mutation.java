package io.grape.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Makes a message that somebody may send, by fault or by malice, out of good ones. The same from the same seed. */
final class Mutation {
    private static final int MAX_STEPS = 4;
    private static final int LONGEST_RUN = 24;
    private static final int MANY = 12_000;

    private static final List<String> NUMBERS = List.of(
            "0",
            "-1",
            "00",
            "+1",
            "0x10",
            "1e9",
            "65536",
            "2147483648",
            "4294967296",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551616",
            "99999999999999999999999",
            "NaN");
    private static final List<String> ODD = List.of(
            "%00",
            "%ff",
            "%",
            "%zz",
            "%C0%AF",
            "%2e%2e/",
            "%2F",
            "%F0%9F%8D%87",
            "\u0000",
            "\r",
            "\n",
            "\r\n",
            "\r\n\r\n",
            "\t",
            "\u00ef\u00bb\u00bf",
            "\u00c0\u00af",
            "\u00ff\u00fe",
            "\\ud800",
            "\\u0000",
            "\"",
            "{",
            "[[[[[[[[",
            "+",
            ";",
            "#",
            "//",
            " HTTP/1.1\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "\u0016\u0003\u0001\u0002\u0000");
    private static final List<String> HEADERS = List.of(
            "Content-Length: 5",
            "Content-Length: 0",
            "Content-Length: 9223372036854775808",
            "Content-Length: 1048577",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding : chunked",
            "Host: x",
            "Connection: close",
            "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13",
            "Expect: 100-continue",
            "Expect: 200-ok",
            "Content-Encoding: gzip",
            "Content-Type: text/plain; charset=utf-7",
            "Content-Type: multipart/form-data; boundary=x",
            "Content-Type: application/x-www-form-urlencoded",
            "Accept: text/html",
            "Cookie: \u0001",
            " folded: x",
            "X-Request-Id: " + "x".repeat(200),
            ": empty");

    private static final Pattern LONG_WAIT = Pattern.compile("(waitMs=0*[1-9][0-9]{3})[0-9](?![0-9])");

    private final Random random;
    private final List<byte[]> seeds;
    private final List<UnaryOperator<byte[]>> steps = List.of(
            this::flip,
            this::overwrite,
            this::insert,
            this::cut,
            this::duplicate,
            this::truncate,
            this::splice,
            this::number,
            this::odd,
            this::header,
            this::repeatedLine,
            this::bareNewlines,
            this::otherCase,
            this::longRun);

    Mutation(long seed, List<byte[]> seeds) {
        this.random = new Random(seed);
        this.seeds = seeds;
    }

    byte[] message() {
        byte[] message = any(seeds);
        for (int step = random.nextInt(MAX_STEPS); step >= 0; step--) {
            message = any(steps).apply(message);
        }
        return bounded(message);
    }

    /** Waiting for more than ten seconds shows nothing that waiting for less does not. */
    private static byte[] bounded(byte[] message) {
        return LONG_WAIT
                .matcher(new String(message, ISO_8859_1))
                .replaceAll("$1")
                .getBytes(ISO_8859_1);
    }

    /** The message in the pieces in which it is sent. */
    List<byte[]> pieces(byte[] message) {
        int[] borders =
                random.ints(random.nextInt(4), 0, message.length + 1).sorted().toArray();
        byte[][] pieces = new byte[borders.length + 1][];
        int from = 0;
        for (int i = 0; i < borders.length; i++) {
            pieces[i] = Arrays.copyOfRange(message, from, borders[i]);
            from = borders[i];
        }
        pieces[borders.length] = Arrays.copyOfRange(message, from, message.length);
        return List.of(pieces);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private int at(byte[] message) {
        return random.nextInt(message.length + 1);
    }

    /** The message with what lies in {@code [from, to)} replaced. */
    private static byte[] replaced(byte[] message, int from, int to, byte[] by) {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        made.write(message, 0, from);
        made.writeBytes(by);
        made.write(message, to, message.length - to);
        return made.toByteArray();
    }

    private static byte[] replaced(byte[] message, int from, int to, String by) {
        return replaced(message, from, to, by.getBytes(ISO_8859_1));
    }

    private byte[] flip(byte[] message) {
        byte[] made = message.clone();
        if (made.length > 0) {
            made[random.nextInt(made.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return made;
    }

    private byte[] overwrite(byte[] message) {
        byte[] made = message.clone();
        if (made.length > 0) {
            made[random.nextInt(made.length)] = (byte) random.nextInt();
        }
        return made;
    }

    private byte[] insert(byte[] message) {
        byte[] bytes = new byte[1 + random.nextInt(4)];
        random.nextBytes(bytes);
        int at = at(message);
        return replaced(message, at, at, bytes);
    }

    private byte[] cut(byte[] message) {
        int from = at(message);
        return replaced(message, from, Math.min(message.length, from + 1 + random.nextInt(LONGEST_RUN)), "");
    }

    private byte[] duplicate(byte[] message) {
        int from = at(message);
        int to = Math.min(message.length, from + 1 + random.nextInt(LONGEST_RUN));
        return replaced(message, to, to, Arrays.copyOfRange(message, from, to));
    }

    private byte[] truncate(byte[] message) {
        return Arrays.copyOf(message, at(message));
    }

    private byte[] splice(byte[] message) {
        byte[] other = any(seeds);
        return replaced(message, at(message), message.length, Arrays.copyOfRange(other, at(other), other.length));
    }

    private byte[] number(byte[] message) {
        int from = at(message);
        while (from < message.length && !isDigit(message[from])) {
            from++;
        }
        int to = from;
        while (to < message.length && isDigit(message[to])) {
            to++;
        }
        return replaced(message, from, to, any(NUMBERS));
    }

    private static boolean isDigit(byte one) {
        return one >= '0' && one <= '9';
    }

    private byte[] odd(byte[] message) {
        int at = at(message);
        return replaced(message, at, at, any(ODD));
    }

    private byte[] header(byte[] message) {
        int line = lineAfter(message, 0);
        return replaced(message, line, line, any(HEADERS) + "\r\n");
    }

    private byte[] repeatedLine(byte[] message) {
        int from = lineAfter(message, at(message));
        int to = lineAfter(message, from);
        return replaced(message, to, to, Arrays.copyOfRange(message, from, to));
    }

    private static int lineAfter(byte[] message, int from) {
        int at = from;
        while (at < message.length && message[at] != '\n') {
            at++;
        }
        return Math.min(message.length, at + 1);
    }

    private byte[] bareNewlines(byte[] message) {
        return new String(message, ISO_8859_1)
                .replace("\r\n", random.nextBoolean() ? "\n" : "\r")
                .getBytes(ISO_8859_1);
    }

    private byte[] otherCase(byte[] message) {
        byte[] made = message.clone();
        int from = at(message);
        for (int i = from; i < Math.min(made.length, from + LONGEST_RUN); i++) {
            made[i] ^= (byte) (Character.isLetter(made[i]) ? 0x20 : 0);
        }
        return made;
    }

    private byte[] longRun(byte[] message) {
        int at = at(message);
        return replaced(
                message,
                at,
                at,
                String.valueOf((char) ('a' + random.nextInt(26))).repeat(random.nextInt(MANY)));
    }
}
