package io.grape.redis.operation;

import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Runs the script that acts on the jobs of an operation in their tube. */
final class AppliedJobs {
    private static final Script APPLY = Script.ofTube("apply_operation");

    private AppliedJobs() {}

    static CompletionStage<Reply> run(TubeScripts scripts, OperationTask task, List<byte[]> ids) {
        OperationRequest request = task.request();
        Args args = scripts.hintingArgs(request.tube())
                .add(request.kind().wireName())
                .add(request.from().wireName())
                .add(task.mark().value())
                .add(task.mark().isKept() ? 1 : 0)
                .add(request.delay().toMillis())
                .addOptional(request.tags().key())
                .addOptional(request.tags().label());
        ids.forEach(args::add);
        return scripts.runOrFail(APPLY, request.tube(), args);
    }
}
