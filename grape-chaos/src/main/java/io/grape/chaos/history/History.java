package io.grape.chaos.history;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Everything that the clients of one run did and saw. Any thread may add to it. */
public final class History {
    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

    public void add(Entry entry) {
        entries.add(entry);
    }

    /** What was added so far; in no order that means anything. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }
}
