package io.grape.redis.tube;

import io.grape.core.TubeName;
import io.grape.core.tube.Tube;
import io.grape.redis.overload.NodeQueues;
import io.grape.redis.script.TubeScripts;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Looks which of the tubes that wait for a place miss their lateness target, so that those are served before the others. */
public final class LateTubes {
    private static final int MAX_LOOKED_AT = 100;

    private final TubeScripts scripts;
    private final NodeQueues nodes;

    public LateTubes(TubeScripts scripts, NodeQueues nodes) {
        this.scripts = scripts;
        this.nodes = nodes;
    }

    /** Looks once. Costs nothing while no tube waits. Never fails. */
    public CompletionStage<Void> look() {
        List<CompletableFuture<Optional<TubeName>>> looks = nodes.waiting().stream()
                .limit(MAX_LOOKED_AT)
                .map(tube -> late(tube).toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(looks.toArray(CompletableFuture<?>[]::new))
                .thenAccept(done -> {
                    Set<TubeName> late = new HashSet<>();
                    looks.forEach(look -> look.join().ifPresent(late::add));
                    nodes.late(late);
                });
    }

    /** It does not wait behind those whose order it is about. */
    private CompletionStage<Optional<TubeName>> late(TubeName name) {
        return scripts.runner()
                .run(RedisTubes.DESCRIBE, scripts.keys(name), scripts.args(name).add(0))
                .thenCompose(reply -> scripts.checked(reply, name))
                .thenApply(reply -> TubeReader.read(name, reply).toTube())
                .handle((tube, failure) -> failure == null && isLate(tube) ? Optional.of(name) : Optional.empty());
    }

    private static boolean isLate(Tube tube) {
        return tube.late() != null;
    }
}
