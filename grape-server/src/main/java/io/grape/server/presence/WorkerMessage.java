package io.grape.server.presence;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What brokers tell each other about workers: {@code kind broker round item…}, separated by spaces.
 *
 * @param kind what it says
 * @param broker who says it
 * @param round the question that it belongs to
 * @param items one for each worker
 */
record WorkerMessage(Kind kind, String broker, String round, List<String> items) {
    private static final int HEAD = 3;
    /** Before the key of a worker in an answer: it has a stream there, or its last one closed there later. */
    static final char PRESENT = '+';
    /** The same: it has made a call there just now. */
    static final char ACTIVE = '~';

    enum Kind {
        /** Who knows of these workers? Items: key, a colon, ms since the last stream closed. */
        ASK,
        /** The answer. Items: a sign and a key, of workers that live. */
        HERE,
        /** Their leases end. Items: keys. */
        END
    }

    WorkerMessage {
        items = List.copyOf(items);
    }

    String text() {
        String head = kind + " " + broker + " " + round;
        return items.isEmpty() ? head : head + " " + String.join(" ", items);
    }

    /** Empty for what no broker of this release sends. */
    static Optional<WorkerMessage> parse(String text) {
        List<String> parts = Arrays.asList(text.split(" ", -1));
        return parts.size() < HEAD
                ? Optional.empty()
                : Arrays.stream(Kind.values())
                        .filter(kind -> kind.name().equals(parts.get(0)))
                        .findFirst()
                        .map(kind ->
                                new WorkerMessage(kind, parts.get(1), parts.get(2), parts.subList(HEAD, parts.size())));
    }
}
