package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request and the broker's reply.
 *
 * @param headers such as {@code If-Match: *}
 * @param reply the body of the reply, after those of its headers that the file shows
 */
record RecordedCall(String method, String path, List<String> headers, String body, int status, String reply) {
    private static final String INDENT = "  ";
    /** A text that is repeated 20 times or more, which is shortened to keep lines readable. */
    private static final Pattern REPEATED = Pattern.compile("(.{1,20}?)\\1{19,}");

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\uFEFF]");
    private static final Pattern NEXT_ITEM = Pattern.compile("},(?=\\{\"(?:id|name|key|rev|at)\":)");

    /** Returns the text in the file: one line for the request, and indented lines for the reply. */
    String text() {
        StringBuilder text = new StringBuilder(method).append(' ').append(shown(path));
        for (String header : headers) {
            text.append(" [").append(shown(header)).append(']');
        }
        if (!body.isEmpty()) {
            text.append(' ').append(shown(body));
        }
        String shown = (status + " " + shown(reply)).strip();
        return text.append('\n')
                .append(INDENT)
                .append(NEXT_ITEM.matcher(shown).replaceAll("},\n" + INDENT + INDENT))
                .append('\n')
                .toString();
    }

    private static String shown(String text) {
        String oneLine = CONTROL.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        "\\x{" + Integer.toHexString(found.group().charAt(0)) + "}"));
        return REPEATED.matcher(oneLine)
                .replaceAll(found -> Matcher.quoteReplacement(
                        "<" + found.group().length() / found.group(1).length() + " times " + found.group(1) + ">"));
    }

    /** Returns the texts of the calls in a file. */
    static List<String> texts(String file) {
        List<String> texts = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        for (String line : file.lines().toList()) {
            if (!line.startsWith(INDENT) && !current.isEmpty()) {
                texts.add(current.toString());
                current.setLength(0);
            }
            current.append(line).append('\n');
        }
        if (!current.isEmpty()) {
            texts.add(current.toString());
        }
        return texts;
    }
}
