package io.grape.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code docs/http.md}, and the exchanges it shows. */
public record HttpDoc(String text) {
    private static final Pattern BLOCK =
            Pattern.compile("```http\n(.*?)\n```(?:\n\n(?:[^\n]+:\n\n)?```json\n(.*?)\n```)?", Pattern.DOTALL);
    private static final Pattern REQUEST = Pattern.compile("([A-Z]+) (\\S+)");
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) .+");

    /** One side of an exchange: its headers, and its body if it has one. */
    public record Message(
            Map<String, String> headers, @Nullable String body) {
        private static Message of(List<String> lines) {
            Map<String, String> headers = new LinkedHashMap<>();
            int at = 0;
            while (at < lines.size() && !lines.get(at).isEmpty()) {
                String[] header = lines.get(at).split(": ", 2);
                headers.put(header[0], header[1]);
                at++;
            }
            String body = String.join("\n", lines.subList(Math.min(at + 1, lines.size()), lines.size()))
                    .strip();
            return new Message(headers, body.isEmpty() ? null : body);
        }
    }

    /**
     * A request and the answer to it.
     *
     * @param instance a body that the answer may have, where it differs from time to time
     */
    public record Exchange(
            String method,
            String path,
            Message request,
            int status,
            Message answer,
            @Nullable String instance) {
        private static Exchange of(String block, @Nullable String instance) {
            List<String> lines = block.lines().toList();
            Matcher first = REQUEST.matcher(lines.get(0));
            if (!first.matches()) {
                throw new IllegalArgumentException("no request line: " + lines.get(0));
            }
            int answerAt = 1;
            while (!STATUS.matcher(lines.get(answerAt)).matches()) {
                answerAt++;
            }
            Matcher status = STATUS.matcher(lines.get(answerAt));
            status.matches();
            return new Exchange(
                    first.group(1),
                    first.group(2),
                    Message.of(lines.subList(1, answerAt)),
                    Integer.parseInt(status.group(1)),
                    Message.of(lines.subList(answerAt + 1, lines.size())),
                    instance);
        }
    }

    public static HttpDoc read() {
        Path here = Path.of("docs/http.md");
        try {
            return new HttpDoc(
                    Files.readString(Files.exists(here) ? here : Path.of("..").resolve(here)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<Exchange> exchanges() {
        List<Exchange> exchanges = new ArrayList<>();
        BLOCK.matcher(text).results().forEach(block -> exchanges.add(Exchange.of(block.group(1), block.group(2))));
        return exchanges;
    }

    /** The cells of the table under a heading, row by row, without its head. */
    List<List<String>> table(String heading) {
        String section = text.substring(text.indexOf("\n## " + heading + "\n"));
        List<List<String>> rows = new ArrayList<>();
        for (String line :
                section.lines().skip(2).takeWhile(one -> !one.startsWith("## ")).toList()) {
            if (line.startsWith("|")) {
                String[] cells = line.substring(1, line.length() - 1).split("\\|", -1);
                rows.add(List.of(cells).stream().map(String::strip).toList());
            }
        }
        return rows.subList(2, rows.size());
    }
}
