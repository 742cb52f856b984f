package io.grape.redis.script;

import io.grape.core.Limits;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A set of waiting jobs: those of one priority, and in a tube with keys those of one priority and key.
 *
 * @param key empty for the jobs without one
 */
public record Lane(long priority, String key) implements Comparable<Lane> {
    /** The default priority without a key. Its set comes first. */
    public static final Lane DEFAULT = new Lane(Limits.DEFAULT_PRIORITY, "");
    /** Before every lane. */
    public static final Lane BEFORE_ALL = new Lane(-1, "");

    private static final Pattern NAME = Pattern.compile("([0-9]{1,10})(?::([A-Za-z0-9._:~-]{1,128}))?");
    private static final Comparator<Lane> ORDER =
            Comparator.comparingLong(Lane::priority).thenComparing(Lane::key);

    /** The lane of a name in an index. Something else may have put an invalid one there. */
    static Optional<Lane> read(String name) {
        Matcher parts = NAME.matcher(name);
        return parts.matches()
                ? Optional.of(new Lane(Long.parseLong(parts.group(1)), parts.group(2) == null ? "" : parts.group(2)))
                : Optional.empty();
    }

    /** The lane of a name that a script or a cursor has. */
    public static Lane parse(String name) {
        return read(name).orElseThrow(() -> new IllegalArgumentException("not a lane: " + name));
    }

    public String name() {
        return key.isEmpty() ? Long.toString(priority) : priority + ":" + key;
    }

    /** True if jobs of this key may be in it: in its lane, or where jobs wait that are older than the tube's keys. */
    public boolean mayHave(String ofKey) {
        return key.isEmpty() || ofKey.isEmpty() || key.equals(ofKey);
    }

    /** Its position in a list, which begins with the default lane: all lanes after it have a higher one. */
    public Lane position() {
        return equals(DEFAULT) ? BEFORE_ALL : this;
    }

    @Override
    public int compareTo(Lane other) {
        return ORDER.compare(this, other);
    }
}
