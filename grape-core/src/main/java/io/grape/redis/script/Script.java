package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * One Lua script, from its file. The text for Redis begins with the clock and, for scripts of a tube, the prelude and
 * its parts. It ends with the name of the call.
 */
public record Script(String name, String flags, String prelude, String body) {
    /** Redis's own clock. */
    public static final String CLOCK = resource("clock");

    /** The names that the clock declares. */
    private static final Pattern TIME = Pattern.compile("\\b(now|time)\\b");

    private static final String CALL = resource("call");
    private static final String PRELUDE = resource("prelude")
            + resource("job")
            + resource("work")
            + resource("content")
            + resource("events")
            + resource("read")
            + resource("expiring")
            + resource("rate")
            + resource("gates")
            + resource("sharing")
            + resource("emptied")
            + resource("holding")
            + resource("lanes")
            + resource("spots")
            + resource("delay")
            + resource("unreadable")
            + resource("places")
            + resource("missing")
            + resource("sets")
            + resource("limits")
            + resource("caps")
            + resource("schedules")
            + resource("runs")
            + resource("retry")
            + resource("successors")
            + resource("leases")
            + resource("rank")
            + resource("turns")
            + resource("charges")
            + resource("switch")
            + resource("weights")
            + resource("due")
            + resource("windows")
            + resource("doubles")
            + resource("kept")
            + resource("keeping")
            + resource("plans")
            + resource("lift")
            + resource("overdue")
            + resource("gating")
            + resource("picked")
            + resource("shown")
            + resource("occurrences")
            + resource("overlap")
            + resource("serve")
            + resource("lateness");

    /** A script over the keys of one tube. */
    public static Script ofTube(String name) {
        return split(name, resource(name), PRELUDE);
    }

    /** A script over the keys of the registry. */
    public static Script ofRegistry(String name) {
        return split(name, resource("registry/" + name), "");
    }

    /** A script over the keys of users, tokens and sessions, or of the audit log. */
    public static Script ofAccess(String name) {
        return split(name, resource("access/" + name), "");
    }

    /** A script over the keys of the operations. */
    public static Script ofOperations(String name) {
        return split(name, resource("operations/" + name), "");
    }

    /** A script over the keys of the quotas. */
    public static Script ofQuotas(String name) {
        return split(name, resource("quotas/" + name), "");
    }

    /** The flags are on the first line, and must stay there. */
    private static Script split(String name, String file, String prelude) {
        int end = file.indexOf('\n') + 1;
        return new Script(name, file.substring(0, end), prelude, file.substring(end));
    }

    /** The same script, which a full Redis refuses. */
    public Script refusedWhenFull() {
        return new Script(name, "#!lua\n", prelude, body);
    }

    public ScriptText text(String clock) {
        String script = UsedFunctions.with(prelude, body);
        // What asks for rights must run for a user who may not even ask for the time.
        String before = prelude.isEmpty() && !TIME.matcher(body).find() ? "" : clock;
        String whole = flags + "local at_end\nlocal function script()\n" + before + script + "end\n" + CALL;
        byte[] bytes = whole.getBytes(UTF_8);
        return new ScriptText(bytes, sha1(bytes), RedisRights.commandsIn(whole));
    }

    private static String resource(String name) {
        try (InputStream in = Script.class.getResourceAsStream("/lua/" + name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("no script lua/" + name + ".lua on the class path");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As text, as Redis takes it. */
    private static byte[] sha1(byte[] bytes) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-1").digest(bytes))
                    .getBytes(US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
