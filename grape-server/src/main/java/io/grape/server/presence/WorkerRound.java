package io.grape.server.presence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One question to all brokers about workers whose streams have closed here, and the answers so far. Lives on one event loop. */
final class WorkerRound {
    private final String name;
    private final Map<String, WorkerSession> asked = new HashMap<>();
    private final Set<String> silent;
    private final Set<String> present = new HashSet<>();
    private final Set<String> active = new HashSet<>();

    /** @param brokers those that have to answer, this one included */
    WorkerRound(String name, List<WorkerSession> sessions, Set<String> brokers) {
        this.name = name;
        this.silent = new HashSet<>(brokers);
        sessions.forEach(session -> asked.put(session.key(), session));
    }

    String name() {
        return name;
    }

    List<String> question() {
        List<String> items = new ArrayList<>();
        asked.forEach(
                (key, session) -> items.add(key + ":" + session.sinceClosed().toMillis()));
        return items;
    }

    void answered(WorkerMessage answer) {
        silent.remove(answer.broker());
        for (String item : answer.items()) {
            if (!item.isEmpty()) {
                (item.charAt(0) == WorkerMessage.PRESENT ? present : active).add(item.substring(1));
            }
        }
    }

    /** True once every broker has answered. */
    boolean isComplete() {
        return silent.isEmpty();
    }

    Set<String> silent() {
        return silent;
    }

    List<WorkerSession> sessions() {
        return List.copyOf(asked.values());
    }

    /** Whether another broker answers for it from now on. */
    boolean isElsewhere(WorkerSession session) {
        return present.contains(session.key());
    }

    boolean isActive(WorkerSession session) {
        return active.contains(session.key());
    }
}
