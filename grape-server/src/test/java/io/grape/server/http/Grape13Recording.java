package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One recorded request and its answers. How it is written: {@code src/test/resources/grape13/README.md}.
 *
 * @param until what the answer must hold before it counts, null = it counts at once
 * @param request method and target
 * @param body null = none
 * @param original what the original answered
 * @param here what this broker answers, null = the same
 * @param departs why it is not the same, null when it is
 */
@SuppressWarnings("ArrayRecordComponent")
record Grape13Recording(
        String title,
        @Nullable String until,
        String request,
        List<String> headers,
        byte @Nullable [] body,
        String original,
        @Nullable String here,
        @Nullable String departs) {
    private static final String TITLE = "### ";
    private static final String DEPARTS = "departs: ";

    /** All exchanges of a file, in order. */
    static List<Grape13Recording> read(Path file) {
        List<Grape13Recording> all = new ArrayList<>();
        String common = null;
        Writer current = null;
        for (String line : lines(file)) {
            if (line.startsWith(TITLE)) {
                finish(current, all);
                current = new Writer(file.getFileName() + ": " + line.substring(TITLE.length()), common);
            } else if (current != null) {
                current.line(line);
            } else if (line.startsWith(DEPARTS)) {
                common = line.substring(DEPARTS.length());
            }
        }
        finish(current, all);
        return all;
    }

    private static void finish(@Nullable Writer writer, List<Grape13Recording> all) {
        if (writer != null) {
            all.add(writer.recording());
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String expected() {
        return here == null ? original : here;
    }

    private static final class Writer {
        private final String title;
        private final @Nullable String common;
        private final List<String> headers = new ArrayList<>();
        private @Nullable String until;
        private @Nullable String request;
        private byte @Nullable [] body;
        private @Nullable String original;
        private @Nullable String here;
        private @Nullable String departs;

        Writer(String title, @Nullable String common) {
            this.title = title;
            this.common = common;
        }

        void line(String line) {
            if (line.isEmpty()) {
                return;
            }
            if (line.startsWith(DEPARTS)) {
                departs = line.substring(DEPARTS.length());
            } else if (line.startsWith("until: ")) {
                until = line.substring("until: ".length());
            } else if (line.startsWith("| base64 ")) {
                body = Base64.getDecoder().decode(line.substring("| base64 ".length()));
            } else if (line.startsWith("| ")) {
                body = line.substring(2)
                        .replace("\\r", "\r")
                        .replace("\\n", "\n")
                        .getBytes(UTF_8);
            } else if (line.startsWith("= ")) {
                original = line.substring(2);
            } else if (line.startsWith("1.3 ")) {
                original = line.substring("1.3 ".length());
            } else if (line.startsWith("here ")) {
                here = line.substring("here ".length());
            } else if (request == null) {
                request = line;
            } else {
                headers.add(line);
            }
        }

        Grape13Recording recording() {
            if (request == null || original == null) {
                throw new IllegalStateException("an exchange without request or answer: " + title);
            }
            String reason = here == null ? departs : departs == null ? common : departs;
            if ((here == null) != (reason == null) || original.equals(here)) {
                throw new IllegalStateException("a departure without reason, or a reason without departure: " + title);
            }
            return new Grape13Recording(title, until, request, headers, body, original, here, reason);
        }
    }
}
