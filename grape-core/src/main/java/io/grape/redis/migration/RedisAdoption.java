package io.grape.redis.migration;

import io.grape.core.TubeName;
import io.grape.core.migration.AdoptedJob;
import io.grape.core.migration.Adoption;
import io.grape.core.migration.AdoptionResult;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.tube.RedisTubes;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs the adopt script, slice by slice. */
public final class RedisAdoption implements Adoption {
    private static final Script ADOPT = Script.ofTube("adopt");

    private final TubeScripts scripts;
    private final RedisTubes tubes;
    private final ScriptRunner runner;
    private final Keys keys;

    public RedisAdoption(TubeScripts scripts, RedisTubes tubes, ScriptRunner runner, Keys keys) {
        this.scripts = scripts;
        this.tubes = tubes;
        this.runner = runner;
        this.keys = keys;
    }

    @Override
    public CompletionStage<AdoptionResult> adopt(TubeName tube, List<AdoptedJob> jobs) {
        CompletionStage<AdoptionResult> all = CompletableFuture.completedStage(new AdoptionResult(0, 0, 0));
        for (List<AdoptedJob> slice : BatchSplitter.of(jobs, AdoptedJob::id, job -> job.payload().length)) {
            all = all.thenCompose(sum -> run(tube, slice).thenApply(sum::plus));
        }
        return all;
    }

    private CompletionStage<AdoptionResult> run(TubeName tube, List<AdoptedJob> slice) {
        Args args = scripts.hintingArgs(tube);
        slice.forEach(job -> add(args, job));
        return scripts.run(ADOPT, tube, args)
                .thenCompose(reply -> reply.code().equals("UNREGISTERED")
                        ? register(tube, reply, args)
                        : scripts.checked(reply, tube))
                .thenApply(reply -> new AdoptionResult(reply.number(1), reply.number(2), reply.number(3)));
    }

    /** Completes a tube's creation, in case its broker died. */
    private CompletionStage<Reply> register(TubeName tube, Reply reply, Args args) {
        return tubes.register(tube, reply.text(1)).thenCompose(registered -> scripts.runOrFail(ADOPT, tube, args));
    }

    private static void add(Args args, AdoptedJob job) {
        String reason = job.reason();
        args.add(job.id().value())
                .add(job.at().toEpochMilli())
                .add(job.ttr().toMillis())
                .add(job.executions())
                .add(reason == null ? "" : reason)
                .add(job.payload());
    }

    @Override
    public CompletionStage<Void> forget(TubeName tube) {
        byte[] adopted = keys.adopted(tube);
        return runner.call("unlink", adopted, redis -> redis.unlink(adopted), Objects::requireNonNull)
                .thenAccept(gone -> {});
    }
}
