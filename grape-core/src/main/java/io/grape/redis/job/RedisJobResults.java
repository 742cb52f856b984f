package io.grape.redis.job;

import io.grape.core.CallContext;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.JobResult;
import io.grape.core.job.JobResults;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Runs the script result. */
public final class RedisJobResults implements JobResults {
    private static final Script RESULT = Script.ofTube("result");

    private final TubeScripts scripts;

    public RedisJobResults(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<JobResult> result(TubeName tube, JobId id) {
        return run(tube, id, Duration.ZERO, true)
                .thenApply(reply -> new JobResult(
                        id, JobState.read(reply.text(1)), reply.isEmpty(2) ? null : TypedBytes.read(reply.bytes(2))));
    }

    @Override
    public CompletionStage<JobState> state(TubeName tube, JobId id, Duration watch) {
        return run(tube, id, watch, false).thenApply(reply -> JobState.read(reply.text(1)));
    }

    private CompletionStage<Reply> run(TubeName tube, JobId id, Duration watch, boolean withResult) {
        Args args = scripts.args(tube).add(id.value()).add(watch.toMillis()).add(withResult ? 1 : 0);
        return scripts.look(RESULT, tube, id, args, CallContext.NONE);
    }
}
