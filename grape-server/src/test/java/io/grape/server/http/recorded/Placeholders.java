package io.grape.server.http.recorded;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the parts of a reply that differ from run to run. Instants that a request names are kept, so requests name only those of years that no
 * clock of a run shows, and that are not {@code 2^32} seconds after one either: before 2025, 2100 to 2150, 2199 and later.
 */
final class Placeholders {
    private static final Pattern PROBLEM = Pattern.compile(
            "\\{\"type\":\"about:blank\",\"title\":\"([^\"]+)\",\"status\":(\\d+),\"code\":\"([A-Z_]+)\","
                    + "\"detail\":\"((?:[^\"\\\\]|\\\\.)*)\",(?:\"field\":\"(\\w+)\",)?\"requestId\":\"[0-9a-f]{1,16}\"}");

    private record Varying(Pattern pattern, String placeholder) {
        static Varying of(String pattern, String placeholder) {
            return new Varying(Pattern.compile(pattern), placeholder);
        }
    }

    private static final List<Varying> VARYING = List.of(
            Varying.of(
                    "\\b(?:20(?:2[5-9]|[3-9]\\d)|21[67]\\d|218\\d)-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d)?(?:\\.\\d+)?Z?",
                    "<time>"),
            Varying.of("\"lease\":\"\\d+\"", "\"lease\":\"<lease>\""),
            Varying.of("\\blease \\d+ is\\b", "lease <lease> is"),
            // From now to an instant that a request names.
            Varying.of("\"delayMs\":(?!429496729)\\d{12,}", "\"delayMs\":<ms>"),
            // An ETag that a request had.
            Varying.of("got '(W/)?\\\\\"(?:1\\d{12}|[0-9a-f]{8,16})\\\\\"", "got '$1<etag>"),
            Varying.of("\"rev\":\"[0-9a-f]{1,16}\"", "\"rev\":\"<rev>\""),
            Varying.of("\"rev\":\\d+", "\"rev\":<rev>"),
            Varying.of("rev is now \\w+", "rev is now <rev>"),
            Varying.of("\"(oldestReadyMs|latenessMs|ranMs|etaMs)\":\\d+", "\"$1\":<ms>"),
            Varying.of("\"id\":\"[0-9a-f]{12}\"", "\"id\":\"<id>\""),
            Varying.of("\"token\":\"grape_[0-9a-f]{12}_[^\"]+\"", "\"token\":\"<token>\""),
            Varying.of("~run~[0-9A-Za-z]+", "~run~<id>"),
            Varying.of("\"id\":\"[A-Za-z0-9]{20}\"", "\"id\":\"<id>\""),
            Varying.of("/[A-Za-z0-9]{20}\\b", "/<id>"));

    private static final Pattern NEW_TUBE =
            Pattern.compile("\"paused\":null,\"counts\":\\{(?:\"\\w+\":0,?)+},\"totals\":\\{(?:\"\\w+\":0,?)+}");

    private Placeholders() {}

    /** Returns the body of a reply with placeholders. An error is shortened to its code and detail, if it has the usual form. */
    static String of(int status, String body) {
        String text = PROBLEM.matcher(body)
                .replaceFirst(found -> found.group(2).equals("" + status)
                                && found.group(1).equals(title(status))
                        ? Matcher.quoteReplacement(found.group(3) + field(found.group(5)) + " " + found.group(4))
                        : Matcher.quoteReplacement(found.group()));
        for (Varying varying : VARYING) {
            text = varying.pattern.matcher(text).replaceAll(varying.placeholder);
        }
        return text;
    }

    private static String field(@Nullable String name) {
        return name == null ? "" : " of " + name;
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 409 -> "Conflict";
            case 413 -> "Content Too Large";
            case 429 -> "Too Many Requests";
            case 503 -> "Service Unavailable";
            default -> "";
        };
    }

    /** Returns the text without the counts and totals of a new tube, which are all 0. */
    static String withoutZeros(String tube) {
        return NEW_TUBE.matcher(tube).replaceAll("…");
    }
}
