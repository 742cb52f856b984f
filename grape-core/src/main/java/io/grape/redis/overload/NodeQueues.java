package io.grape.redis.overload;

import io.grape.core.TubeName;
import io.grape.core.overload.OverloadListener;
import io.grape.core.overload.OverloadOptions;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The queues of all nodes. A node that does not answer costs its own tubes only. */
public final class NodeQueues {
    private final OverloadOptions options;
    private final OverloadListener listener;
    private final List<NodeQueues> slower = new CopyOnWriteArrayList<>();
    private final Map<String, NodeQueue> nodes = new ConcurrentHashMap<>();
    private volatile Set<TubeName> late = Set.of();
    private final Sweeper sweeper = new Sweeper(this::sweep);

    public NodeQueues(OverloadOptions options, OverloadListener listener) {
        this.options = options;
        this.listener = listener;
    }

    public OverloadOptions options() {
        return options;
    }

    /** Queues of their own for runs that take longer by so much. */
    public NodeQueues slower(Duration more) {
        Duration target = options.target().plus(more);
        NodeQueues slow =
                new NodeQueues(new OverloadOptions(target, options.interval(), options.maxQueued()), listener);
        slower.add(slow);
        return slow;
    }

    /** The queue of a node, by its name. */
    public NodeQueue of(String node) {
        return nodes.computeIfAbsent(node, name -> new NodeQueue(options, listener, tube -> late.contains(tube)));
    }

    /** Looks once on a node in its turn. Fails with OVERLOADED if it is shed before. */
    public <T> CompletionStage<T> look(String node, Supplier<CompletionStage<T>> run) {
        CompletionStage<T> result = of(node).look(run);
        if (!result.toCompletableFuture().isDone()) {
            sweeper.wake();
        }
        return result;
    }

    private boolean sweep() {
        boolean othersWait = false;
        for (NodeQueue node : nodes.values()) {
            othersWait |= node.sweep();
        }
        return othersWait;
    }

    /** The names of nodes for which something left since this was asked last; none if nothing is ever shed. */
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

    /** The tubes that wait for a place. */
    public Set<TubeName> waiting() {
        return nodes.values().stream().flatMap(node -> node.waiting().stream()).collect(Collectors.toSet());
    }

    /** These tubes miss their lateness target: from now on they are served before others. */
    public void late(Set<TubeName> tubes) {
        if (!late.equals(tubes)) {
            late = tubes;
            nodes.values().forEach(NodeQueue::lateChanged);
        }
    }

    /** Redis uses so much of the memory of a node, 1 = all. */
    public void memory(String node, double used) {
        of(node).memory(used);
        slower.forEach(queues -> queues.memory(node, used));
    }

    /** The work for which some node is overloaded now. */
    public Set<WorkClass> overloaded() {
        long now = System.nanoTime();
        Set<WorkClass> found = EnumSet.noneOf(WorkClass.class);
        nodes.values().forEach(node -> {
            for (WorkClass worth : WorkClass.values()) {
                if (node.isOverloaded(worth, now)) {
                    found.add(worth);
                }
            }
        });
        return found;
    }
}
