package io.grape.server.http.console;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.server.access.Principal;
import io.grape.server.access.Right;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a stream may be about: {@code overview}, {@code operations}, {@code tube:NAME}, {@code tubes:A|B|C}, {@code job:TUBE/ID},
 * the id in base64url.
 *
 * @param event how its events are called
 * @param tubes those that it is about, none = it is about all
 * @param prefixes of one about all: what the names of the tubes begin with that its viewer may see
 * @param job of one about a job of its tube, else null
 */
public record Topic(
        String event,
        List<TubeName> tubes,
        List<String> prefixes,
        @Nullable JobId job) {
    public static final String STREAM = "/v1/stream";
    static final String OVERVIEW = "overview";
    static final String OPERATIONS = "operations";
    static final String TUBE = "tube";
    static final String TUBES = "tubes";
    private static final int MAX_TOPICS = 10;
    private static final int MAX_TUBES = 50;
    static final String JOB = "job";
    static final String EXPECTED = "overview, operations, tube:NAME, tubes:A|B|C or job:TUBE/ID, the ID in base64url";

    public Topic {
        tubes = List.copyOf(tubes);
        prefixes = List.copyOf(prefixes);
    }

    Topic(String event, List<TubeName> tubes, List<String> prefixes) {
        this(event, tubes, prefixes, null);
    }

    boolean shows(String tube) {
        return prefixes.stream().anyMatch(tube::startsWith);
    }

    /** Several, separated by commas. Fails with FORBIDDEN where one is about a tube that the caller may not see. */
    static List<Topic> parse(String text, Principal caller) {
        List<Topic> topics = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            topics.add(one(one, caller));
        }
        if (topics.size() > MAX_TOPICS || topics.stream().distinct().count() < topics.size()) {
            throw GrapeException.badValue("topics", "at most " + MAX_TOPICS + ", each once", "'" + text + "'");
        }
        return topics;
    }

    private static Topic one(String text, Principal caller) {
        String[] parts = text.split(":", 2);
        boolean hasNames = parts.length == 2;
        if ((parts[0].equals(OVERVIEW) || parts[0].equals(OPERATIONS)) && !hasNames) {
            return new Topic(parts[0], List.of(), caller.tubes());
        }
        if (parts[0].equals(TUBE) && hasNames) {
            return of(TUBE, List.of(new TubeName(parts[1])), caller);
        }
        if (parts[0].equals(TUBES) && hasNames) {
            List<TubeName> names = Arrays.stream(parts[1].split("\\|", -1))
                    .distinct()
                    .map(TubeName::new)
                    .toList();
            if (names.size() <= MAX_TUBES) {
                return of(TUBES, names, caller);
            }
            throw GrapeException.badValue("topics", "at most " + MAX_TUBES + " tubes in one", names.size());
        }
        if (parts[0].equals(JOB) && hasNames && parts[1].contains("/")) {
            return ofJob(parts[1], caller);
        }
        throw GrapeException.badValue("topics", EXPECTED, "'" + text + "'");
    }

    /** Names of tubes may have slashes, base64url has none. */
    private static Topic ofJob(String text, Principal caller) {
        int at = text.lastIndexOf('/');
        TubeName tube = new TubeName(text.substring(0, at));
        caller.checkTube(tube.value());
        caller.check(Right.JOBS_READ);
        try {
            byte[] id = Base64.getUrlDecoder().decode(text.substring(at + 1));
            CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(id));
            return new Topic(JOB, List.of(tube), List.of(), new JobId(decoded.toString()));
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw GrapeException.badValue("topics", EXPECTED, "'job:" + text + "'");
        }
    }

    private static Topic of(String event, List<TubeName> tubes, Principal caller) {
        tubes.forEach(tube -> caller.checkTube(tube.value()));
        return new Topic(event, tubes, List.of());
    }

    /** How many tubes have to be looked at for it. */
    int cost() {
        return Math.max(1, tubes.size());
    }
}
