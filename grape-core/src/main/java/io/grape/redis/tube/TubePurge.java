package io.grape.redis.tube;

import io.grape.core.TubeName;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.Registry;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Removes tubes in slices, also those whose removal another broker began. Source:
 * {@code docs/decisions/0006-removal-in-slices.md}.
 */
final class TubePurge {
    /** The step that marks a tube. */
    static final String BEGIN = "begin";
    /** The step that marks a tube unless a job is in it. */
    static final String IF_EMPTY = "begin if empty";
    /** The step that removes a slice of a marked tube. */
    static final String GO_ON = "continue";

    private static final Script PURGE = Script.ofTube("purge");
    private static final Script REGISTER = Script.ofTube("register");

    private final TubeScripts scripts;
    private final Registry registry;
    private final Set<TubeName> running = ConcurrentHashMap.newKeySet();

    TubePurge(TubeScripts scripts, Registry registry) {
        this.scripts = scripts;
        this.registry = registry;
    }

    /** True if it is gone, or was created again; false if it is not to be removed. */
    CompletionStage<Boolean> run(TubeName name, String step) {
        return slice(name, step).thenCompose(reply -> switch (reply.text(1)) {
            case "more" -> run(name, GO_ON);
            case "empty" -> takeOut(name);
            case "alive" -> relist(name);
            case "in use" -> CompletableFuture.completedStage(false);
            default -> step.equals(GO_ON) ? takeOut(name) : CompletableFuture.completedStage(true);
        });
    }

    private CompletionStage<Reply> slice(TubeName name, String step) {
        return scripts.run(PURGE, name, scripts.args(name).add(step).add(BatchSplitter.MAX_JOBS))
                .thenCompose(reply -> reply.code().equals("TUBE_NOT_FOUND")
                        ? registry.giveUp(name).thenCompose(gone -> scripts.checked(reply, name))
                        : scripts.checked(reply, name));
    }

    /** First gets the token, then looks at the tube, then removes the name. */
    private CompletionStage<Boolean> takeOut(TubeName name) {
        return registry.condemn(name)
                .thenCompose(token -> slice(name, GO_ON).thenCompose(reply -> switch (reply.text(1)) {
                    case "empty", "gone" -> registry.strike(name, token).thenCompose(struck -> run(name, "remove"));
                    case "alive" -> relist(name);
                    default -> run(name, GO_ON);
                }));
    }

    /** Another broker had removed it, and it was created again; or its name was deleted from the registry. */
    private CompletionStage<Boolean> relist(TubeName name) {
        return registry.relist(name)
                .thenCompose(added -> added ? tell(name, "") : CompletableFuture.completedStage(true));
    }

    /** Continues a removal that another broker may have left half-done. One at a time, and no caller waits. */
    void goOn(TubeName name) {
        if (running.add(name)) {
            run(name, GO_ON).whenComplete((gone, failure) -> running.remove(name));
        }
    }

    /** Tells a new tube that its name is registered; an empty token if it had no name. What is gone meanwhile is removed. */
    CompletionStage<Boolean> tell(TubeName name, String token) {
        return scripts.run(REGISTER, name, scripts.args(name).add(token))
                .thenCompose(
                        reply -> reply.code().equals("OK") ? CompletableFuture.completedStage(true) : run(name, GO_ON));
    }
}
