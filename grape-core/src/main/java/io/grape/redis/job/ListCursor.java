package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.redis.script.Lane;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a page ended: the lane of its set, and the score and id of the last job there.
 *
 * @param behind that id, a character for each byte: members of a set may be any bytes
 */
public record ListCursor(JobState state, Lane lane, String score, String behind) {
    private static final Pattern FORM = Pattern.compile(
            "([a-z]+) ([0-9]{1,10}(?::[A-Za-z0-9._:~-]{1,128})?) (-?inf|-?[0-9]{1,20}(?:\\.[0-9]{1,20})?(?:e[+-][0-9]{1,3})?)? (.*)",
            Pattern.DOTALL);

    /** This lane and others, as script arguments. */
    public String lanes(List<Lane> further) {
        return Stream.concat(Stream.of(lane), further.stream()).map(Lane::name).collect(Collectors.joining(" "));
    }

    /** The last of this lane and others. */
    public Lane last(List<Lane> further) {
        return further.isEmpty() ? lane : further.get(further.size() - 1);
    }

    /** The start of the set of another lane. */
    public ListCursor startOf(Lane other) {
        return new ListCursor(state, other, "", "");
    }

    /** The position after a member of the same set. */
    public ListCursor behind(String newScore, byte[] id) {
        return new ListCursor(state, lane, newScore, new String(id, ISO_8859_1));
    }

    /** The bytes of that id. */
    public byte[] id() {
        return behind.getBytes(ISO_8859_1);
    }

    public String cursor() {
        String text = state.wireName() + " " + lane.name() + " " + score + " " + behind;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(ISO_8859_1));
    }

    public static ListCursor startOf(JobState state) {
        return new ListCursor(state, Lane.DEFAULT, "", "");
    }

    public static ListCursor parse(String cursor, JobState state) {
        Matcher parts = FORM.matcher(decoded(cursor));
        if (!parts.matches() || !parts.group(1).equals(state.wireName())) {
            throw badCursor(cursor);
        }
        String score = parts.group(3);
        return new ListCursor(state, Lane.parse(parts.group(2)), score == null ? "" : score, parts.group(4));
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
