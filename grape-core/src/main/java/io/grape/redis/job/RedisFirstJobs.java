package io.grape.redis.job;

import io.grape.core.CallContext;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.FirstJob;
import io.grape.core.job.FirstJobs;
import io.grape.core.overload.WorkClass;
import io.grape.redis.script.Args;
import io.grape.redis.script.MemberId;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.SharedQuestion;
import io.grape.redis.script.TubeScripts;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs the script first. */
public final class RedisFirstJobs implements FirstJobs {
    private static final Script FIRST = Script.ofTube("first");
    private static final int JOB = 2;

    private final TubeScripts scripts;

    public RedisFirstJobs(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<Optional<FirstJob>> next(TubeName tube) {
        return scripts.batcher()
                .submit(
                        new SharedQuestion<>(tube, WorkClass.CONSUME, "first"),
                        () -> first(tube, JobState.READY, false),
                        CallContext.NONE);
    }

    @Override
    public CompletionStage<Optional<FirstJob>> first(TubeName tube, JobState state, boolean paused) {
        Args args = scripts.hintingArgs(tube).add(state.wireName());
        return scripts.run(FIRST, tube, args)
                .thenCompose(reply -> reply.code().equals("TUBE_NOT_FOUND")
                        ? CompletableFuture.completedStage(Optional.empty())
                        : scripts.checked(reply, tube).thenApply(found -> first(found, paused)));
    }

    private static Optional<FirstJob> first(Reply reply, boolean paused) {
        boolean delivers = reply.number(1) == 1;
        return reply.size() <= JOB + 1 || !(delivers || paused)
                ? Optional.empty()
                : MemberId.read(reply.bytes(JOB))
                        .map(id -> new FirstJob(id, reply.number(JOB + 1), Double.parseDouble(reply.text(JOB + 2))));
    }
}
