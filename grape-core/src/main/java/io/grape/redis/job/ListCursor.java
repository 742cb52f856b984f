package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.Limits;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a page ended: the priority of its set, and the score and id of the last job there.
 *
 * @param behind that id, a character for each byte: members of a set may be any bytes
 */
public record ListCursor(JobState state, long priority, String score, String behind) {
    private static final Pattern FORM = Pattern.compile(
            "([a-z]+) ([0-9]{1,10}) (-?inf|-?[0-9]{1,20}(?:\\.[0-9]{1,20})?(?:e[+-][0-9]{1,3})?)? (.*)",
            Pattern.DOTALL);

    /** This priority and others, as script arguments. */
    public String priorities(List<Long> further) {
        return Stream.concat(Stream.of(priority), further.stream())
                .map(one -> Long.toString(one))
                .collect(Collectors.joining(" "));
    }

    /** The start of the set of another priority. */
    public ListCursor startOf(long other) {
        return new ListCursor(state, other, "", "");
    }

    /** The position after a member of the same set. */
    public ListCursor behind(String newScore, byte[] id) {
        return new ListCursor(state, priority, newScore, new String(id, ISO_8859_1));
    }

    /** The bytes of that id. */
    public byte[] id() {
        return behind.getBytes(ISO_8859_1);
    }

    public String cursor() {
        String text = state.wireName() + " " + priority + " " + score + " " + behind;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(ISO_8859_1));
    }

    public static ListCursor startOf(JobState state) {
        return new ListCursor(state, Limits.DEFAULT_PRIORITY, "", "");
    }

    public static ListCursor parse(String cursor, JobState state) {
        Matcher parts = FORM.matcher(decoded(cursor));
        if (!parts.matches() || !parts.group(1).equals(state.wireName())) {
            throw badCursor(cursor);
        }
        String score = parts.group(3);
        return new ListCursor(state, Long.parseLong(parts.group(2)), score == null ? "" : score, parts.group(4));
    }

    private static String decoded(String cursor) {
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), ISO_8859_1);
        } catch (IllegalArgumentException e) {
            throw badCursor(cursor);
        }
    }

    private static GrapeException badCursor(String cursor) {
        return GrapeException.badValue(
                "cursor", "what an earlier page of this state named as next", "'" + cursor + "'");
    }
}
