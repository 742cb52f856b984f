package io.grape.server.beanstalkd;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What the clients of a fleet were told, and what is wrong with it. Each put has a body of its own. Thread-safe.
 */
final class FleetLog {
    /** By number, what was put under it. */
    private final Map<Long, String> bodies = new ConcurrentHashMap<>();

    private final Map<String, Long> numbers = new ConcurrentHashMap<>();
    private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
    /** With the time of the response. */
    private final Map<Long, Long> deleted = new ConcurrentHashMap<>();

    private final Set<Long> perhapsDeleted = ConcurrentHashMap.newKeySet();
    private final Queue<Hold> holds = new ConcurrentLinkedQueue<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    /**
     * A reservation that was not over when its client sent what ended it: in between nobody else may have had one.
     *
     * @param from when its client knew of it, in ns
     */
    record Hold(long number, String client, long from, long until) {
        /** True where another one of the job began before this one was over. */
        private boolean isBeside(Hold next) {
            boolean isSame = client.equals(next.client) && from == next.from;
            return number == next.number && !isSame && next.from < until;
        }
    }

    /** A put was acknowledged. */
    void inserted(long number, String body) {
        seen(number, body);
        if (!acknowledged.add(number)) {
            wrong.add("number " + number + " was given twice");
        }
    }

    /**
     * A job was reserved.
     *
     * @param sent when it was asked for, in ns
     */
    void reserved(long number, String body, long sent) {
        seen(number, body);
        Long end = deleted.get(number);
        if (end != null && end < sent) {
            wrong.add("number " + number + " came again after its end");
        }
    }

    private void seen(long number, String body) {
        String before = bodies.putIfAbsent(number, body);
        if (before != null && !before.equals(body)) {
            wrong.add("number " + number + " names " + before + " and " + body);
        }
        Long other = numbers.putIfAbsent(body, number);
        if (other != null && other != number) {
            wrong.add(body + ", put once, has the numbers " + other + " and " + number);
        }
    }

    /** A delete was acknowledged. */
    void deleted(long number) {
        if (deleted.putIfAbsent(number, System.nanoTime()) != null) {
            wrong.add("number " + number + " was deleted twice");
        }
    }

    /** A delete has no response that tells. */
    void perhapsDeleted(long number) {
        perhapsDeleted.add(number);
    }

    void noResponse(String client) {
        wrong.add(client + " waits for a response");
    }

    void held(Hold hold) {
        holds.add(hold);
    }

    int puts() {
        return acknowledged.size();
    }

    int deletes() {
        return deleted.size();
    }

    /** All that is wrong, once no job is left. */
    List<String> wrong() {
        List<String> all = new ArrayList<>(wrong);
        acknowledged.stream()
                .filter(number -> !deleted.containsKey(number) && !perhapsDeleted.contains(number))
                .forEach(number -> all.add("number " + number + " is lost"));
        List<Hold> inTime = holds.stream()
                .sorted(Comparator.comparingLong(Hold::number).thenComparingLong(Hold::from))
                .toList();
        for (int i = 1; i < inTime.size(); i++) {
            Hold before = inTime.get(i - 1);
            Hold next = inTime.get(i);
            if (before.isBeside(next)) {
                all.add(before + " and " + next + " at once");
            }
        }
        return all;
    }
}
