package io.grape.redis.overload;

import io.grape.core.TubeName;
import io.grape.core.overload.OverloadListener;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.overload.WarmUp;
import io.grape.core.overload.WorkClass;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** The queues of all nodes, so that a node that does not reply delays its own tubes only. */
public final class NodeQueues {
    private final OverloadOptions options;
    private final OverloadListener listener;
    private final Predicate<TubeName> isMoving;
    private final Map<String, Brake> brakes;
    private final WarmUp warmUp;
    private final List<NodeQueues> slower = new CopyOnWriteArrayList<>();
    private final Map<String, NodeQueue> nodes = new ConcurrentHashMap<>();
    private volatile Set<TubeName> late = Set.of();
    private final Sweeper sweeper = new Sweeper(this::sweep);

    /** Queues of nodes whose slots do not move. */
    public NodeQueues(OverloadOptions options, OverloadListener listener) {
        this(options, listener, tube -> false);
    }

    /**
     * Nothing waits yet.
     *
     * @param isMoving whether runs of a tube wait, as its slot moves to another node
     */
    public NodeQueues(OverloadOptions options, OverloadListener listener, Predicate<TubeName> isMoving) {
        this(options, listener, isMoving, new ConcurrentHashMap<>(), new WarmUp(options, System::nanoTime));
    }

    private NodeQueues(
            OverloadOptions options,
            OverloadListener listener,
            Predicate<TubeName> isMoving,
            Map<String, Brake> brakes,
            WarmUp warmUp) {
        this.options = options;
        this.listener = listener;
        this.isMoving = isMoving;
        this.brakes = brakes;
        this.warmUp = warmUp;
    }

    public OverloadOptions options() {
        return options;
    }

    /** Separate queues for runs that take longer by so much. They share the brakes. */
    public NodeQueues slower(Duration more) {
        Duration target = options.target().plus(more);
        OverloadOptions slowOptions =
                new OverloadOptions(target, options.interval(), options.maxQueued(), options.warmUp());
        NodeQueues slow = new NodeQueues(slowOptions, listener, isMoving, brakes, warmUp);
        slower.add(slow);
        return slow;
    }

    /** The queue of a node, by its name. */
    public NodeQueue of(String node) {
        NodeQueue.Tubes tubes = new NodeQueue.Tubes(tube -> late.contains(tube), isMoving);
        return nodes.computeIfAbsent(node, name -> new NodeQueue(options, listener, brake(name), tubes, warmUp));
    }

    /** The brake of a node, by its name. */
    public Brake brake(String node) {
        return brakes.computeIfAbsent(node, name -> new Brake(System::nanoTime));
    }

    /** Runs a read on a node once it has a permit. */
    public <T> CompletionStage<T> read(String node, QueuedRead<T> read) {
        of(node).enter(read);
        if (!read.isDone()) {
            sweeper.wake();
        }
        return read;
    }

    private boolean sweep() {
        boolean othersWait = false;
        for (NodeQueue node : nodes.values()) {
            othersWait |= node.sweep();
        }
        return othersWait;
    }

    /** The nodes to which something was sent since the last call of this method; none if nothing is ever shed. */
    public Set<String> used() {
        if (options.equals(OverloadOptions.NEVER)) {
            return Set.of();
        }
        Set<String> used = new HashSet<>();
        nodes.forEach((name, node) -> {
            if (node.wasUsed()) {
                used.add(name);
            }
        });
        slower.forEach(queues -> used.addAll(queues.used()));
        return used;
    }

    /** The tubes that wait for a permit. */
    public Set<TubeName> waiting() {
        Set<TubeName> found = new HashSet<>();
        nodes.values().forEach(node -> found.addAll(node.waiting()));
        slower.forEach(queues -> found.addAll(queues.waiting()));
        return found;
    }

    /** These tubes miss their lateness target: from now on they are served before others. */
    public void late(Set<TubeName> tubes) {
        if (!late.equals(tubes)) {
            late = tubes;
            nodes.values().forEach(NodeQueue::lateChanged);
            slower.forEach(queues -> queues.late(tubes));
        }
    }

    /** The work for which some node is overloaded now, or its brake is on. */
    public Set<WorkClass> overloaded() {
        long now = System.nanoTime();
        Set<WorkClass> found = EnumSet.noneOf(WorkClass.class);
        for (WorkClass workClass : WorkClass.values()) {
            if (nodes.values().stream()
                    .anyMatch(node -> node.isOverloaded(workClass, now) || node.isBraked(workClass))) {
                found.add(workClass);
            }
        }
        slower.forEach(queues -> found.addAll(queues.overloaded()));
        return found;
    }
}
