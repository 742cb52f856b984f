package io.grape.server.http;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a stream may be about: {@code overview}, {@code tube:NAME}, {@code tubes:A|B|C}.
 *
 * @param event how its events are called
 * @param tubes those that it is about, none for the overview
 */
record Topic(String event, List<TubeName> tubes) {
    static final String STREAM = "/v1/stream";
    static final String OVERVIEW = "overview";
    static final String TUBE = "tube";
    static final String TUBES = "tubes";
    private static final int MOST_TOPICS = 10;
    private static final int MOST_TUBES = 50;
    static final String EXPECTED = "overview, tube:NAME or tubes:A|B|C";

    Topic {
        tubes = List.copyOf(tubes);
    }

    /** Several, separated by commas. */
    static List<Topic> parse(String text) {
        List<Topic> topics = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            topics.add(one(one));
        }
        if (topics.size() > MOST_TOPICS || topics.stream().distinct().count() < topics.size()) {
            throw GrapeException.badValue("topics", "at most " + MOST_TOPICS + ", each once", "'" + text + "'");
        }
        return topics;
    }

    private static Topic one(String text) {
        String[] parts = text.split(":", 2);
        boolean hasNames = parts.length == 2;
        if (parts[0].equals(OVERVIEW) && !hasNames) {
            return new Topic(OVERVIEW, List.of());
        }
        if (parts[0].equals(TUBE) && hasNames) {
            return new Topic(TUBE, List.of(new TubeName(parts[1])));
        }
        if (parts[0].equals(TUBES) && hasNames) {
            List<TubeName> names = Arrays.stream(parts[1].split("\\|", -1))
                    .distinct()
                    .map(TubeName::new)
                    .toList();
            if (names.size() <= MOST_TUBES) {
                return new Topic(TUBES, names);
            }
            throw GrapeException.badValue("topics", "at most " + MOST_TUBES + " tubes in one", names.size());
        }
        throw GrapeException.badValue("topics", EXPECTED, "'" + text + "'");
    }

    /** How many tubes have to be looked at for it. */
    int cost() {
        return Math.max(1, tubes.size());
    }
}
