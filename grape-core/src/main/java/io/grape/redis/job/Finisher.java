package io.grape.redis.job;

import io.grape.core.Deadline;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Payload;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs the script finish. In a tube that keeps finished jobs it is the variant that a full Redis refuses. Then the usual one
 * follows, which keeps nothing: a finish never fails because Redis is full.
 *
 * <p>Which tubes keep jobs is learned from the script, which does nothing if it was the wrong variant.
 */
final class Finisher {
    private static final Script FINISH = Script.ofTube("finish");
    private static final Script KEEPING = FINISH.refusedWhenFull();
    static final String DONE = "OK";
    private static final String WRONG_VARIANT = "OTHERWISE";
    private static final String KEEP = "keep";
    /** The settings of a tube may change in between. */
    private static final int TRIES = 4;

    private final TubeScripts scripts;
    private final Set<TubeName> keepers = ConcurrentHashMap.newKeySet();

    Finisher(TubeScripts scripts) {
        this.scripts = scripts;
    }

    /** Runs the variant that was right for the tube the last time. If the reply is not OK, {@link #otherwise} follows. */
    CompletionStage<Reply> run(TubeName tube, List<Acknowledgement> all, Deadline deadline) {
        return keepers.contains(tube) ? keeping(tube, all, deadline) : send(FINISH, "", tube, all, deadline);
    }

    /** What comes of a reply that is not OK: that of the right variant, or the stage fails. */
    CompletionStage<Reply> otherwise(Reply reply, TubeName tube, List<Acknowledgement> all, Deadline deadline) {
        return otherwise(reply, tube, all, deadline, TRIES);
    }

    private CompletionStage<Reply> otherwise(
            Reply reply, TubeName tube, List<Acknowledgement> all, Deadline deadline, int tries) {
        if (reply.code().equals(DONE)) {
            return CompletableFuture.completedStage(reply);
        }
        boolean isWrong = reply.code().equals(WRONG_VARIANT);
        if (isWrong && reply.text(1).equals(KEEP)) {
            keepers.add(tube);
        } else {
            keepers.remove(tube);
        }
        return isWrong && tries > 1
                ? run(tube, all, deadline).thenCompose(next -> otherwise(next, tube, all, deadline, tries - 1))
                : scripts.checked(reply, tube);
    }

    private CompletionStage<Reply> keeping(TubeName tube, List<Acknowledgement> all, Deadline deadline) {
        return send(KEEPING, KEEP, tube, all, deadline)
                .exceptionallyCompose(failure -> StoreFailure.isOfFullRedis(failure)
                        ? send(FINISH, "full", tube, all, deadline)
                        : CompletableFuture.failedStage(failure));
    }

    private CompletionStage<Reply> send(
            Script script, String mode, TubeName tube, List<Acknowledgement> all, Deadline deadline) {
        Args args = scripts.args(tube).add(mode);
        for (Acknowledgement one : all) {
            args.add(one.id().value()).add(one.lease());
            Payload result = one instanceof Acknowledgement.Finish finish ? finish.result() : null;
            if (result == null) {
                args.none();
            } else {
                args.add(TypedBytes.of(result));
            }
        }
        return scripts.runner().run(script, scripts.keys(tube), args, deadline);
    }
}
