package io.grape.redis.job;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.FailureSignature;
import io.grape.redis.script.Args;
import io.grape.redis.script.MemberId;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Why the jobs of a tube failed that failed last, the newest first.
 *
 * @param failed how many have failed in all
 */
public record Reasons(List<Failure> found, long failed) {
    /** How many are looked at. */
    static final int MOST = 10_000;

    private static final Script REASONS = Script.ofTube("reasons");
    /** Their signatures are made in one go: those of more would hold up the calls that share the thread. */
    private static final int JOBS_A_RUN = 100;

    private static final int FIRST_JOB = 2;
    private static final int VALUES = 3;

    /** One failed job. */
    public record Failure(JobId id, Instant at, String reason, String signature) {}

    /** True when no job was left out. */
    public boolean isAll() {
        return found.size() >= failed;
    }

    public static CompletionStage<Reasons> newest(TubeScripts scripts, TubeName tube) {
        return newest(scripts, tube, 0, new ArrayList<>(), new HashSet<>());
    }

    /** Jobs that fail meanwhile put the others back, so that some are met twice. */
    private static CompletionStage<Reasons> newest(
            TubeScripts scripts, TubeName tube, int skip, List<Failure> found, Set<JobId> seen) {
        Args args = scripts.args(tube).add(skip).add(JOBS_A_RUN);
        return scripts.runOrFail(REASONS, tube, args).thenCompose(reply -> {
            int count = (reply.size() - FIRST_JOB) / VALUES;
            for (int at = FIRST_JOB; at < reply.size(); at += VALUES) {
                add(reply, at, found, seen);
            }
            int next = skip + JOBS_A_RUN;
            return count < JOBS_A_RUN || next >= MOST
                    ? CompletableFuture.completedStage(new Reasons(found, reply.number(1)))
                    : newest(scripts, tube, next, found, seen);
        });
    }

    private static void add(Reply reply, int at, List<Failure> found, Set<JobId> seen) {
        MemberId.read(reply.bytes(at)).filter(seen::add).ifPresent(id -> {
            String reason = reply.text(at + 2);
            // Here and not at the end, where it were all of them in one go.
            String signature = FailureSignature.of(reason);
            found.add(new Failure(id, Instant.ofEpochMilli(reply.number(at + 1)), reason, signature));
        });
    }
}
