package io.grape.server.http.console;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which topic is looked up next. The tubes of a second are shared out evenly among the viewers that wait, so one that wants many
 * waits longer, and one that wants few does not wait for it. What is looked up already is not looked up a second time. Lives on one
 * event loop.
 */
final class FairTopicQueue {
    /** Those that are looked at in a second, and at most at once: a slow Redis is not asked for more. */
    static final int TUBES = 200;

    private final Map<StreamSubscriber, Line> lines = new LinkedHashMap<>();
    private final Set<Topic> going = new HashSet<>();
    private int left;
    /** How many tubes one that always waited has had by now. Who comes begins here, and has no claim to what was before. */
    private long share;

    /** What one viewer waits for. */
    private static final class Line {
        private final Deque<Topic> waiting = new ArrayDeque<>();
        /** How many tubes it has had. */
        private long had;

        boolean isWaiting() {
            return !waiting.isEmpty();
        }

        int cost() {
            return waiting.element().cost();
        }

        long hasWithNext() {
            return had + cost();
        }
    }

    /** A second begins, in which these want to see everything again. */
    void begin(Collection<StreamSubscriber> viewers) {
        left = TUBES - going.stream().mapToInt(Topic::cost).sum();
        long waiting = lines.values().stream().filter(Line::isWaiting).count();
        share += TUBES / Math.max(1, waiting);
        viewers.forEach(this::add);
    }

    /** One more wants to see its topics, those first that it waits for already. */
    void add(StreamSubscriber viewer) {
        Line line = lines.computeIfAbsent(viewer, fresh -> new Line());
        if (!line.isWaiting()) {
            line.had = Math.max(line.had, share);
        }
        for (Topic topic : viewer.topics()) {
            if (!going.contains(topic) && !line.waiting.contains(topic)) {
                line.waiting.add(topic);
            }
        }
    }

    /** Those to look up now, of viewers that are still here. Each is going on until it is {@link #done}. */
    List<Topic> next(Set<StreamSubscriber> here) {
        lines.keySet().retainAll(here);
        List<Topic> next = new ArrayList<>();
        // A dear one is not passed over for a cheap one behind it, which could go on for ever.
        for (Optional<Line> line = first(); line.isPresent() && line.get().cost() <= left; line = first()) {
            next.add(take(line.get()));
        }
        return next;
    }

    private Optional<Line> first() {
        return lines.values().stream().filter(Line::isWaiting).min(Comparator.comparingLong(Line::hasWithNext));
    }

    private Topic take(Line line) {
        Topic topic = line.waiting.remove();
        line.had += topic.cost();
        left -= topic.cost();
        going.add(topic);
        lines.values().forEach(other -> other.waiting.remove(topic));
        return topic;
    }

    /** A topic was looked up, or could not be. */
    void done(Topic topic) {
        going.remove(topic);
    }
}
