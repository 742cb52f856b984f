package io.grape.redis.job;

import io.grape.core.CallContext;
import io.grape.core.TubeName;
import io.grape.core.job.FailureSignature;
import io.grape.core.operation.OperationKind;
import io.grape.redis.script.Args;
import io.grape.redis.script.MemberId;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the reasons of the jobs that failed last, newest first. Each reader receives them one by one. */
public final class FailureScan {
    /** The maximum number of jobs to look at. */
    static final int MAX = 10_000;

    private static final Script REASONS = Script.ofTube("reasons");
    /** The number of signatures to compute at once: more would delay the calls that share the thread. */
    private static final int JOBS_A_RUN = 100;

    private static final int FIRST_JOB = 2;
    private static final int VALUES = 3;

    private final TubeScripts scripts;
    private final TubeName tube;
    private final @Nullable OperationKind operation;
    private final Consumer<FailedJob> reader;
    private int read;
    private byte[] lastMember = {};
    private double lastScore = Double.MAX_VALUE;

    private FailureScan(
            TubeScripts scripts, TubeName tube, @Nullable OperationKind operation, Consumer<FailedJob> reader) {
        this.scripts = scripts;
        this.tube = tube;
        this.operation = operation;
        this.reader = reader;
    }

    /** Reads them. The reader receives each once. */
    public static CompletionStage<FailuresRead> newest(TubeScripts scripts, TubeName tube, Consumer<FailedJob> reader) {
        return new FailureScan(scripts, tube, null, reader).newest(0);
    }

    /** The same for an operation on some of them. */
    public static CompletionStage<FailuresRead> newest(
            TubeScripts scripts, TubeName tube, OperationKind operation, Consumer<FailedJob> reader) {
        return new FailureScan(scripts, tube, operation, reader).newest(0);
    }

    private CompletionStage<FailuresRead> newest(int skip) {
        Args args = scripts.args(tube).add(skip).add(JOBS_A_RUN);
        return look(args).thenCompose(reply -> {
            int count = (reply.size() - FIRST_JOB) / VALUES;
            for (int at = FIRST_JOB; at < reply.size(); at += VALUES) {
                tell(reply, at);
            }
            int next = skip + JOBS_A_RUN;
            return count < JOBS_A_RUN || next >= MAX
                    ? CompletableFuture.completedStage(new FailuresRead(read, reply.number(1)))
                    : newest(next);
        });
    }

    private CompletionStage<Reply> look(Args args) {
        return operation == null
                ? scripts.look(REASONS, tube, args, CallContext.NONE)
                : scripts.lookForOperation(operation, REASONS, tube, args);
    }

    private void tell(Reply reply, int index) {
        byte[] member = reply.bytes(index);
        double score = Double.parseDouble(reply.text(index + 1));
        if (!isBehind(member, score)) {
            return;
        }
        lastMember = member;
        lastScore = score;
        MemberId.read(member).ifPresent(id -> {
            String reason = reply.text(index + 2);
            read++;
            // Done here: at the end, it would be all of them at once.
            reader.accept(new FailedJob(
                    id, Instant.ofEpochMilli(reply.millis(index + 1)), reason, FailureSignature.of(reason)));
        });
    }

    /**
     * Jobs that fail meanwhile shift the others, so some appear twice. Those are not behind the last one in Redis's
     * order.
     */
    private boolean isBehind(byte[] member, double score) {
        int order = Double.compare(score, lastScore);
        return order < 0 || (order == 0 && Arrays.compareUnsigned(member, lastMember) < 0);
    }
}
