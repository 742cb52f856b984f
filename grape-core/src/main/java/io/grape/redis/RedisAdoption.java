package io.grape.redis;

import io.grape.core.Adoption;
import io.grape.core.TubeName;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs the adopt script, slice by slice. */
final class RedisAdoption implements Adoption {
    private static final Script ADOPT = Script.ofTube("adopt");

    private final TubeScripts scripts;
    private final ScriptRunner runner;
    private final Keys keys;

    RedisAdoption(TubeScripts scripts, ScriptRunner runner, Keys keys) {
        this.scripts = scripts;
        this.runner = runner;
        this.keys = keys;
    }

    @Override
    public CompletionStage<Result> adopt(TubeName tube, List<Adopted> jobs) {
        CompletionStage<Result> all = CompletableFuture.completedStage(new Result(0, 0, 0));
        for (List<Adopted> slice : Slices.of(jobs, Adopted::id, job -> job.payload().length)) {
            all = all.thenCompose(sum -> run(tube, slice).thenApply(sum::plus));
        }
        return all;
    }

    private CompletionStage<Result> run(TubeName tube, List<Adopted> slice) {
        Args args = scripts.hintingArgs(tube);
        slice.forEach(job -> add(args, job));
        return scripts.runOrFail(ADOPT, tube, args)
                .thenApply(reply -> new Result(reply.number(1), reply.number(2), reply.number(3)));
    }

    private static void add(Args args, Adopted job) {
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
