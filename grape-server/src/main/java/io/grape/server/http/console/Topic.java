package io.grape.server.http.console;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.server.access.Principal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a stream may be about: {@code overview}, {@code operations}, {@code tube:NAME}, {@code tubes:A|B|C}.
 *
 * @param event how its events are called
 * @param tubes those that it is about, none = it is about all
 * @param prefixes of one about all: what the names of the tubes begin with that its viewer may see
 */
public record Topic(String event, List<TubeName> tubes, List<String> prefixes) {
    public static final String STREAM = "/v1/stream";
    static final String OVERVIEW = "overview";
    static final String OPERATIONS = "operations";
    static final String TUBE = "tube";
    static final String TUBES = "tubes";
    private static final int MAX_TOPICS = 10;
    private static final int MAX_TUBES = 50;
    static final String EXPECTED = "overview, operations, tube:NAME or tubes:A|B|C";

    public Topic {
        tubes = List.copyOf(tubes);
        prefixes = List.copyOf(prefixes);
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
        throw GrapeException.badValue("topics", EXPECTED, "'" + text + "'");
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
