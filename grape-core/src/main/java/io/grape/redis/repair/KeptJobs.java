package io.grape.redis.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.TubeName;
import io.grape.core.broker.RepairSlice;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.TubeKeys;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Checks what is kept of finished jobs: each is listed, none of a live one is kept, and its bytes are counted anew. */
final class KeptJobs {
    private static final Script RECOUNT = Script.ofTube("recount");
    private static final Script RELIST = Script.ofTube("relist");
    private static final int JOBS_A_RUN = 100;

    private final ScriptRunner runner;
    private final Keys keys;

    KeptJobs(ScriptRunner runner, Keys keys) {
        this.runner = runner;
        this.keys = keys;
    }

    /** Counts the bytes of a tube, some jobs at a time. */
    Look recount(CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node, TubeName tube) {
        return waiting -> run(RECOUNT, node, tube, args(tube).add(JOBS_A_RUN))
                .thenApply(reply -> recounted(node, tube, reply, waiting));
    }

    private RepairSlice recounted(
            CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node,
            TubeName tube,
            Reply reply,
            Deque<Look> waiting) {
        int jobs = reply.code().equals("OK") ? (int) reply.number(1) : 0;
        if (jobs == JOBS_A_RUN) {
            waiting.addFirst(recount(node, tube));
        }
        return new RepairSlice(jobs, null, null, false);
    }

    /** Lists those of these jobs that are not, or forgets them. */
    Look relist(CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node, TubeName tube, List<String> ids) {
        Args args = args(tube);
        ids.forEach(id -> args.add(id.getBytes(ISO_8859_1)));
        return waiting ->
                run(RELIST, node, tube, args).thenApply(reply -> new RepairSlice(ids.size(), null, null, false));
    }

    private Args args(TubeName tube) {
        return new Args().add(keys.tube(tube).jobPrefix());
    }

    private CompletionStage<Reply> run(
            Script script,
            CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node,
            TubeName tube,
            Args args) {
        TubeKeys ofTube = keys.tube(tube);
        return runner.run(script, node, ofTube.keys(), args);
    }
}
