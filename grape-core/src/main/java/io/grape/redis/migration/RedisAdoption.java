package io.grape.redis.migration;

import io.grape.core.ItemResult;
import io.grape.core.TubeName;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Produced;
import io.grape.core.migration.AdoptedFailure;
import io.grape.core.migration.AdoptedJob;
import io.grape.core.migration.Adoption;
import io.grape.redis.job.NewJobArgs;
import io.grape.redis.job.ProduceReply;
import io.grape.redis.job.TypedBytes;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.tube.RedisTubes;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

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
    public CompletionStage<List<ItemResult<Produced>>> adopt(TubeName tube, List<AdoptedJob> jobs) {
        return adopt(tube, jobs, false);
    }

    @Override
    public CompletionStage<List<ItemResult<Produced>>> adoptOnce(TubeName tube, List<AdoptedJob> jobs) {
        return adopt(tube, jobs, true);
    }

    private CompletionStage<List<ItemResult<Produced>>> adopt(TubeName tube, List<AdoptedJob> jobs, boolean once) {
        return BatchSplitter.inOrder(jobs, AdoptedJob::id, RedisAdoption::bytes, slice -> {
            CompletableFuture<List<ItemResult<Produced>>> results =
                    run(tube, slice, once).toCompletableFuture();
            return IntStream.range(0, slice.size())
                    .mapToObj(at -> results.thenApply(all -> all.get(at)))
                    .toList();
        });
    }

    private static int bytes(AdoptedJob job) {
        Checkpoint checkpoint = job.checkpoint();
        return NewJobArgs.bytes(job.job())
                + (checkpoint == null ? 0 : checkpoint.payload().bytes().length);
    }

    private CompletionStage<List<ItemResult<Produced>>> run(TubeName tube, List<AdoptedJob> slice, boolean once) {
        Args args = scripts.hintingArgs(tube).add(once ? 1 : 0);
        slice.forEach(job -> add(args, job));
        return scripts.run(ADOPT, tube, args)
                .thenCompose(reply -> reply.code().equals("UNREGISTERED")
                        ? register(tube, reply, args)
                        : scripts.checked(reply, tube))
                .thenApply(reply -> ProduceReply.outcomes(
                        reply, tube, 0, slice.stream().map(AdoptedJob::job).toList()));
    }

    /** Completes a tube's creation, in case its broker died. */
    private CompletionStage<Reply> register(TubeName tube, Reply reply, Args args) {
        return tubes.register(tube, reply.text(1)).thenCompose(registered -> scripts.runOrFail(ADOPT, tube, args));
    }

    private static void add(Args args, AdoptedJob job) {
        AdoptedFailure failure = job.failure();
        Instant created = job.createdAt();
        Checkpoint checkpoint = job.checkpoint();
        Instant debounceUntil = job.debounceUntil();
        args.add(job.id().value())
                .add(NewJobArgs.options(job.job()))
                .add(NewJobArgs.content(job.job()))
                .add(created == null ? 0 : created.toEpochMilli())
                .add(failure == null ? 0 : Math.max(1, failure.at().toEpochMilli()))
                .add(failure == null ? "" : failure.reason())
                .add(job.executions())
                .add(job.earlier())
                .add(job.begun() ? 1 : 0)
                .add(checkpoint == null ? new byte[0] : TypedBytes.of(checkpoint.payload()))
                .add(debounceUntil == null ? "" : Long.toString(debounceUntil.toEpochMilli()));
    }

    @Override
    public CompletionStage<Void> forget(TubeName tube) {
        byte[] adopted = keys.adopted(tube);
        return runner.call("unlink", adopted, redis -> redis.unlink(adopted), Objects::requireNonNull)
                .thenAccept(gone -> {});
    }
}
