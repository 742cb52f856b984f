package io.grape.redis.job;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.overload.WorkClass;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchLane;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.ClockGuess;
import io.grape.redis.script.MemberId;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.script.UnreadableJobLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the scripts take, and consume as often as needed. A run that comes too late must deliver nothing. If Redis
 * starts it after its deadline, by Redis's clock, it takes no jobs. If its reply comes late, its jobs are given back.
 */
final class Consumer {
    private static final Logger LOG = LoggerFactory.getLogger(Consumer.class);
    private static final Script CONSUME = Script.ofTube("consume");
    private static final Script TAKE = Script.ofTube("take");
    private static final int FIRST_JOB = 3;
    /** The maximum number of empty runs while jobs are ready. Such a run only cleans up inconsistent entries. */
    private static final int MAX_EMPTY_RUNS = 1000;

    private final TubeScripts scripts;
    private final BiFunction<TubeName, List<Job>, CompletionStage<Void>> giveBack;
    /** Per node, because each has its own clock. */
    private final Map<String, ClockGuess> clocks = new ConcurrentHashMap<>();

    Consumer(TubeScripts scripts, BiFunction<TubeName, List<Job>, CompletionStage<Void>> giveBack) {
        this.scripts = scripts;
        this.giveBack = giveBack;
    }

    CompletionStage<ConsumeResult> consume(TubeName tube, int max, Duration parking) {
        return collect(tube, max, parking, new ArrayList<>(), 0);
    }

    private CompletionStage<ConsumeResult> collect(
            TubeName tube, int max, Duration parking, List<Job> jobs, int emptyRuns) {
        int most = Math.min(BatchSplitter.MAX_JOBS, max - jobs.size());
        CompletionStage<ConsumeResult> run = scripts.batcher()
                .submit(new Lane(this, tube), new Demand(most, bytesLeft(jobs), parking), CallContext.NONE);
        return (jobs.isEmpty()
                        ? run
                        : run.exceptionally(failure -> new ConsumeResult(List.of(), lastGrant(jobs), null)))
                .thenCompose(handout -> {
                    jobs.addAll(handout.jobs());
                    int taken = handout.jobs().size();
                    boolean more = taken == most || Duration.ZERO.equals(handout.next());
                    if (!more || jobs.size() == max) {
                        return CompletableFuture.completedStage(new ConsumeResult(jobs, handout.at(), handout.next()));
                    }
                    int empty = taken == 0 ? emptyRuns + 1 : emptyRuns;
                    return empty > MAX_EMPTY_RUNS || bytesLeft(jobs) <= 0
                            ? CompletableFuture.completedStage(new ConsumeResult(jobs, handout.at(), Duration.ZERO))
                            : collect(tube, max, parking, jobs, empty);
                });
    }

    private static Instant lastGrant(List<Job> jobs) {
        return Instant.ofEpochMilli(jobs.get(jobs.size() - 1).requireLease().grantedAtMillis());
    }

    private static int bytesLeft(List<Job> jobs) {
        return (int) (ConsumeResult.MAX_BYTES - Job.size(jobs));
    }

    CompletionStage<Job> take(TubeName tube, JobId id) {
        return scripts.batcher()
                .submit(new TakeLane(this, tube), id, CallContext.NONE)
                .thenCompose(taken -> taken);
    }

    private CompletionStage<Job> take(TubeName tube, JobId id, Deadline deadline) {
        Call call = new Call(
                TAKE,
                tube,
                () -> scripts.args(tube).add(id.value()),
                deadline,
                reply -> List.of(taken(tube, id, reply)));
        return run(call)
                .thenCompose(reply -> scripts.checked(reply, tube, id))
                .thenApply(reply -> taken(tube, id, reply));
    }

    private static Job taken(TubeName tube, JobId id, Reply reply) {
        return new JobReader(tube, reply).handedOut(id, 1, Instant.ofEpochMilli(reply.number(1)));
    }

    private CompletionStage<ConsumeResult> run(TubeName tube, Demand demand, Deadline deadline) {
        Supplier<Args> args = () -> scripts.hintingArgs(tube)
                .add(demand.most())
                .add(demand.bytes())
                .add(demand.parking().toMillis());
        return run(new Call(
                        CONSUME,
                        tube,
                        args,
                        deadline,
                        reply -> handout(tube, reply).jobs()))
                .thenCompose(reply -> scripts.checked(reply, tube))
                .thenApply(reply -> handout(tube, reply));
    }

    /**
     * A run that delivers jobs.
     *
     * @param args all but the last one, which is the deadline of the wait
     * @param jobs reads them from its reply
     */
    private record Call(
            Script script, TubeName tube, Supplier<Args> args, Deadline deadline, Function<Reply, List<Job>> jobs) {}

    private CompletionStage<Reply> run(Call call) {
        // The caller still waits for the reply, so the guess was wrong, for example after a step of Redis's clock.
        return runOnce(call)
                .thenCompose(
                        reply -> reply.code().equals("LATE") ? runOnce(call) : CompletableFuture.completedStage(reply));
    }

    private CompletionStage<Reply> runOnce(Call call) {
        TubeName tube = call.tube();
        ClockGuess clock = clocks.computeIfAbsent(scripts.node(tube), node -> new ClockGuess());
        Args args = call.args().get().add(clock.in(call.deadline().left()));
        return scripts.runner()
                .run(call.script(), scripts.keys(tube), args, call.deadline(), reply -> undo(call, reply))
                .thenApply(reply -> {
                    if (reply.code().equals("OK") || reply.code().equals("LATE")) {
                        clock.learn(reply.number(1));
                    }
                    return reply;
                });
    }

    private void undo(Call call, Reply reply) {
        TubeName tube = call.tube();
        List<Job> jobs = reply.code().equals("OK") ? call.jobs().apply(reply) : List.of();
        if (!jobs.isEmpty()) {
            LOG.info("a reply of Redis came too late, its jobs are handed back tube={} jobs={}", tube, jobs.size());
            giveBack.apply(tube, jobs).exceptionally(failure -> {
                LOG.warn(
                        "could not give back jobs, they return when their leases run out tube={}: {}",
                        tube,
                        failure.toString());
                return null;
            });
        }
    }

    /**
     * The request of one caller, or of all callers together.
     *
     * @param bytes the maximum size of the jobs after the first
     */
    record Demand(int most, int bytes, Duration parking) {}

    /** All requests for a tube. */
    private record Lane(Consumer consumer, TubeName tube) implements BatchLane<Demand, ConsumeResult> {
        @Override
        public WorkClass workClass() {
            return WorkClass.CONSUME;
        }

        @Override
        public int jobs(Demand demand) {
            return demand.most;
        }

        @Override
        public Predicate<Demand> batchLimiter() {
            int[] sum = {0};
            return demand -> {
                sum[0] += demand.most;
                return sum[0] <= BatchSplitter.MAX_JOBS;
            };
        }

        @Override
        public CompletionStage<List<ConsumeResult>> run(List<Demand> demands, Deadline deadline) {
            return consumer.runAll(tube, demands, deadline);
        }
    }

    /** All takes of single jobs of a tube. Each is a script of its own; those of a run leave together. */
    private record TakeLane(Consumer consumer, TubeName tube) implements BatchLane<JobId, CompletionStage<Job>> {
        @Override
        public WorkClass workClass() {
            return WorkClass.CONSUME;
        }

        @Override
        public int jobs(JobId id) {
            return 1;
        }

        @Override
        public Predicate<JobId> batchLimiter() {
            int[] count = {0};
            return id -> ++count[0] <= BatchSplitter.MAX_JOBS;
        }

        @Override
        public CompletionStage<List<CompletionStage<Job>>> run(List<JobId> ids, Deadline deadline) {
            List<CompletionStage<Job>> taken =
                    ids.stream().map(id -> consumer.take(tube, id, deadline)).toList();
            return CompletableFuture.allOf(taken.stream()
                            .map(CompletionStage::toCompletableFuture)
                            .toArray(CompletableFuture<?>[]::new))
                    .handle((all, failure) -> taken);
        }
    }

    private CompletionStage<List<ConsumeResult>> runAll(TubeName tube, List<Demand> demands, Deadline deadline) {
        int most = demands.stream().mapToInt(Demand::most).sum();
        // Each caller may get nearly all jobs.
        int bytes = demands.stream().mapToInt(Demand::bytes).min().orElseThrow();
        Duration parking = demands.stream()
                .map(Demand::parking)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return run(tube, new Demand(most, bytes, parking), deadline).thenApply(handout -> deal(handout, demands));
    }

    static List<ConsumeResult> deal(ConsumeResult handout, List<Demand> demands) {
        return handout.deal(demands.stream().map(Demand::most).toList()).stream()
                .map(hand -> new ConsumeResult(hand, handout.at(), handout.next()))
                .toList();
    }

    private ConsumeResult handout(TubeName tube, Reply reply) {
        JobReader reader = new JobReader(tube, reply);
        Instant now = Instant.ofEpochMilli(reply.number(1));
        List<Job> jobs = new ArrayList<>();
        List<Integer> nameless = new ArrayList<>(0);
        for (int at = FIRST_JOB; at < reply.size(); at += JobReader.HANDED_OUT) {
            if (!reply.isEmpty(at + 1)) {
                int place = at;
                MemberId.read(reply.bytes(at))
                        .ifPresentOrElse(id -> jobs.add(reader.handedOut(id, place, now)), () -> nameless.add(place));
            }
        }
        UnreadableJobLog.tell(tube, reply);
        if (!nameless.isEmpty()) {
            UnaddressableJobs.bury(scripts, tube, reply, nameless);
            return new ConsumeResult(jobs, now, Duration.ZERO);
        }
        Duration next = reply.isEmpty(2) ? null : Duration.ofMillis(reply.number(2));
        return new ConsumeResult(jobs, now, next);
    }
}
