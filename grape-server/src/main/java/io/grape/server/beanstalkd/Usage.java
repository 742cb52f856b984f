package io.grape.server.beanstalkd;

import io.grape.core.TubeName;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What clients of this protocol do at this broker: commands since it started, and what is so now. Thread-safe. */
public final class Usage {
    private final Map<CommandName, LongAdder> commands = new EnumMap<>(CommandName.class);
    private final LongAdder connectionsEver = new LongAdder();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger producers = new AtomicInteger();
    private final AtomicInteger workers = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong reservations = new AtomicLong();
    private final Map<TubeName, TubeUsage> tubes = new ConcurrentHashMap<>();

    Usage() {
        for (CommandName name : CommandName.values()) {
            commands.put(name, new LongAdder());
        }
    }

    /** What is so of one tube now, and how often it was paused while somebody was interested in it. */
    record TubeUsage(int using, int watching, int waiting, long pauses) {
        static final TubeUsage NONE = new TubeUsage(0, 0, 0, 0);

        private boolean isOver() {
            return using == 0 && watching == 0 && waiting == 0;
        }
    }

    void count(CommandName name) {
        counter(name).increment();
    }

    /** How often a command was given. */
    long times(CommandName name) {
        return counter(name).sum();
    }

    private LongAdder counter(CommandName name) {
        return Objects.requireNonNull(commands.get(name));
    }

    void opened() {
        connectionsEver.increment();
        connections.incrementAndGet();
    }

    void closed() {
        connections.decrementAndGet();
    }

    void producers(int more) {
        producers.addAndGet(more);
    }

    void workers(int more) {
        workers.addAndGet(more);
    }

    void waiting(Iterable<TubeName> where, int more) {
        waiting.addAndGet(more);
        where.forEach(tube -> change(tube, 0, 0, more, 0));
    }

    void reservations(long more) {
        reservations.addAndGet(more);
    }

    void using(TubeName tube, int more) {
        change(tube, more, 0, 0, 0);
    }

    void watching(TubeName tube, int more) {
        change(tube, 0, more, 0, 0);
    }

    void paused(TubeName tube) {
        change(tube, 0, 0, 0, 1);
    }

    private void change(TubeName tube, int using, int watching, int waitingThere, long pauses) {
        tubes.compute(tube, (name, found) -> {
            TubeUsage before = found == null ? TubeUsage.NONE : found;
            TubeUsage now = new TubeUsage(
                    before.using + using,
                    before.watching + watching,
                    before.waiting + waitingThere,
                    before.pauses + pauses);
            return now.isOver() ? null : now;
        });
    }

    TubeUsage of(TubeName tube) {
        return tubes.getOrDefault(tube, TubeUsage.NONE);
    }

    /** The tubes that some connection uses or watches. */
    Set<TubeName> tubes() {
        return new TreeSet<>(tubes.keySet());
    }

    /** Connections that are open. */
    public int connections() {
        return connections.get();
    }

    long connectionsEver() {
        return connectionsEver.sum();
    }

    int producers() {
        return producers.get();
    }

    int workers() {
        return workers.get();
    }

    /** Connections whose reserve has no response yet. */
    public int waiting() {
        return waiting.get();
    }

    /** Jobs that connections hold. */
    public long reservations() {
        return reservations.get();
    }

    /** How often any command was given. */
    public long allCommands() {
        return commands.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Of each command, by its name, how often it was given. */
    public Map<String, LongAdder> commands() {
        Map<String, LongAdder> counts = new TreeMap<>();
        commands.forEach((name, count) -> counts.put(name.wireName(), count));
        return counts;
    }
}
