package io.grape.redis.job;

import io.grape.core.Deadline;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.job.LeasedJob;
import io.grape.core.job.Leases;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.CallRetry;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs the script end_leases, once for up to 100 jobs. */
public final class RedisLeases implements Leases {
    private static final Script END = Script.ofTube("end_leases");
    /** Redis may be paused, or fail over. A lease that ended meanwhile is left alone, so that a late call does no harm. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TubeScripts scripts;

    public RedisLeases(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<Integer> end(TubeName tube, List<LeasedJob> leases) {
        CompletionStage<Integer> ended = CompletableFuture.completedStage(0);
        for (List<LeasedJob> slice : BatchSplitter.of(leases, LeasedJob::id, lease -> 0)) {
            ended = ended.thenCompose(before -> endSome(tube, slice).thenApply(count -> before + count));
        }
        return ended;
    }

    private CompletionStage<Integer> endSome(TubeName tube, List<LeasedJob> leases) {
        return CallRetry.whileItIsAway(() -> run(tube, leases), Deadline.in(PATIENCE));
    }

    private CompletionStage<Integer> run(TubeName tube, List<LeasedJob> leases) {
        Args args = scripts.hintingArgs(tube);
        leases.forEach(each -> args.add(each.id().value()).add(each.lease()));
        return scripts.runOrFail(END, tube, args)
                .thenApply(reply -> (int) reply.number(1))
                .exceptionallyCompose(RedisLeases::unlessGone);
    }

    private static CompletionStage<Integer> unlessGone(Throwable failure) {
        return StoreFailure.unwrapped(failure) instanceof GrapeException ours && ours.code() == ErrorCode.TUBE_NOT_FOUND
                ? CompletableFuture.completedStage(0)
                : CompletableFuture.failedStage(failure);
    }
}
