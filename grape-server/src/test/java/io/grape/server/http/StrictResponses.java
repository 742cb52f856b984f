package io.grape.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads all that came over a connection, as answers and nothing else: what a careless client would forgive is a fault here. */
final class StrictResponses {
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] [1-5][0-9]{2} [ -~]*");
    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t -~\\x80-\\xff]*");
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 304);

    private final String text;
    private final boolean mayBeHead;
    private final List<RawClient.RawAnswer> answers = new ArrayList<>();
    private int at;

    /** The bytes are no answers. */
    static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Malformed(String what) {
            super(what);
        }
    }

    private StrictResponses(String text, boolean mayBeHead) {
        this.text = text;
        this.mayBeHead = mayBeHead;
    }

    /**
     * The answers, those in between (1xx) left out.
     *
     * @param mayBeHead true when an answer may be one to a HEAD, which has a length and no body
     */
    static List<RawClient.RawAnswer> of(byte[] bytes, boolean mayBeHead) {
        StrictResponses reader = new StrictResponses(new String(bytes, ISO_8859_1), mayBeHead);
        while (reader.at < reader.text.length()) {
            reader.readOne();
        }
        return reader.answers;
    }

    private void readOne() {
        List<String> head = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            check((head.isEmpty() ? STATUS_LINE : HEADER).matcher(line).matches(), "a line '" + line + "'");
            head.add(line);
        }
        check(!head.isEmpty(), "an empty line where an answer begins");
        RawClient.RawAnswer answer = new RawClient.RawAnswer(head, "");
        if (answer.status() >= 200) {
            answers.add(new RawClient.RawAnswer(head, body(answer)));
        }
    }

    private String line() {
        int end = text.indexOf("\r\n", at);
        check(end >= 0, "a head that ends after '" + text.substring(at) + "'");
        String line = text.substring(at, end);
        at = end + 2;
        return line;
    }

    private String body(RawClient.RawAnswer answer) {
        List<String> lengths = answer.head().stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .toList();
        if (WITHOUT_BODY.contains(answer.status())) {
            check(lengths.isEmpty() || answer.header("Content-Length").equals("0"), "a body of a " + answer.status());
            return "";
        }
        check(lengths.size() == 1, lengths.size() + " lengths in " + answer.head());
        int length = Integer.parseInt(answer.header("Content-Length"));
        if (mayBeHead && (at == text.length() || text.startsWith("HTTP/1.", at))) {
            return "";
        }
        check(at + length <= text.length(), "a body that ends early after " + answer.head());
        at += length;
        return text.substring(at - length, at);
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new Malformed(what);
        }
    }
}
