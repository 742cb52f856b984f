package io.grape.redis.job;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Explanation;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobSnapshot;
import io.grape.core.job.NewJob;
import io.grape.core.job.ProduceOptions;
import io.grape.core.job.Produced;
import io.grape.core.operation.OperationKind;
import io.grape.redis.broker.BrokerCapabilities;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.CallRetry;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.Stages;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.script.UnreadableJobLog;
import io.grape.redis.tube.RedisTubes;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The broker on Redis: one script per verb. */
public final class RedisBroker implements Broker {
    private static final int MIGRATIONS_BEFORE_A_LIST = 50;
    private static final Script KICK = Script.ofTube("kick");
    private static final Script KICK_MANY = Script.ofTube("kick_many");
    private static final Script CANCEL = Script.ofTube("cancel");
    private static final Script DELETE = Script.ofTube("delete");
    private static final Script PEEK = Script.ofTube("peek");
    private static final Script EXPLAIN = Script.ofTube("explain");

    private final TubeScripts scripts;
    private final RedisTubes tubes;
    private final Producer producer;
    private final Consumer consumer;
    private final AckVerbs acks;
    private final JobChanger changer;
    private final Lister lister;

    public RedisBroker(TubeScripts scripts, RedisTubes tubes, BrokerCapabilities capabilities) {
        this.scripts = scripts;
        this.tubes = tubes;
        this.producer = new Producer(scripts, tubes, capabilities);
        this.consumer = new Consumer(scripts, this::handBack);
        this.acks = new AckVerbs(scripts);
        this.changer = new JobChanger(scripts);
        this.lister = new Lister(scripts);
    }

    @Override
    public CompletionStage<List<ItemResult<Produced>>> produce(
            TubeName tube, List<NewJob> jobs, ProduceOptions options, CallContext context) {
        return Stages.call(() -> {
            Limits.checkedBatch("jobs", jobs.size());
            return producer.produce(tube, jobs, options, context);
        });
    }

    @Override
    public CompletionStage<Produced> produce(TubeName tube, NewJob job, ProduceOptions options, CallContext context) {
        return producer.produce(tube, job, options, context).thenApply(ItemResult::get);
    }

    @Override
    public CompletionStage<ConsumeResult> consume(TubeName tube, int max, Duration parking) {
        return Stages.call(() -> consumer.consume(tube, Limits.checkedMax(max), parking));
    }

    @Override
    public CompletionStage<Job> take(TubeName tube, JobId id) {
        return consumer.take(tube, id);
    }

    @Override
    public CompletionStage<List<ItemResult<Acknowledged>>> acknowledge(
            TubeName tube, List<? extends Acknowledgement> acknowledgements) {
        return Stages.call(() -> {
            Limits.checkedBatch("acknowledgements", acknowledgements.size());
            return acks.acknowledge(tube, List.copyOf(acknowledgements));
        });
    }

    @Override
    public CompletionStage<Acknowledged> acknowledge(TubeName tube, Acknowledgement acknowledgement) {
        return acks.acknowledge(tube, acknowledgement).thenApply(ItemResult::get);
    }

    /** Retried until the leases end: the cause of a lost consume reply often blocks giving its jobs back, too. */
    @Override
    public CompletionStage<Void> handBack(TubeName tube, List<Job> jobs) {
        Duration leases =
                jobs.stream().map(Job::ttr).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
        List<Job> kept = jobs.stream().map(Job::withoutContent).toList();
        return CallRetry.whileItIsAway(() -> Broker.super.handBack(tube, kept), Deadline.in(leases));
    }

    @Override
    public CompletionStage<Boolean> kick(TubeName tube, JobId id, Duration delay) {
        return kick(tube, id, delay, "any").thenApply(reply -> reply.number(1) == 1);
    }

    @Override
    public CompletionStage<Void> kickFailed(TubeName tube, JobId id, Duration delay) {
        return kick(tube, id, delay, "failed").thenAccept(reply -> {});
    }

    private CompletionStage<Reply> kick(TubeName tube, JobId id, Duration delay, String mode) {
        return Stages.call(() -> {
            Limits.checkedDelay("delayMs", delay);
            Args args = scripts.hintingArgs(tube)
                    .add(id.value())
                    .add(delay.toMillis())
                    .add(mode);
            return scripts.runOrFail(KICK, tube, id, args);
        });
    }

    @Override
    public CompletionStage<Integer> kick(TubeName tube, int max) {
        return Stages.call(() -> kickMore(tube, Limits.checkedMax(max), "", 0));
    }

    private CompletionStage<Integer> kickMore(TubeName tube, int left, String kind, int kicked) {
        int most = Math.min(left, BatchSplitter.MAX_JOBS);
        Args args = scripts.hintingArgs(tube).add(most).add(kind);
        return scripts.runOrFail(KICK_MANY, tube, args).thenCompose(reply -> {
            int count = (int) reply.number(2);
            UnreadableJobLog.tell(tube, reply);
            return count < most || count == left
                    ? CompletableFuture.completedStage(kicked + count)
                    : kickMore(tube, left - count, reply.text(1), kicked + count);
        });
    }

    @Override
    public CompletionStage<Acknowledged> cancel(TubeName tube, JobId id, String reason) {
        return Stages.call(() -> {
            Args args = scripts.args(tube).add(id.value()).add(Limits.checkedCancelReason(reason));
            return scripts.runOrFail(CANCEL, tube, id, args).thenApply(reply -> cancelled(id, reply));
        });
    }

    private static Acknowledged cancelled(JobId id, Reply reply) {
        return new Acknowledged(
                id,
                JobState.RETAINED,
                null,
                Instant.ofEpochMilli(reply.number(2)),
                WorkReader.cancelled(reply, 3),
                Instant.ofEpochMilli(reply.number(1)));
    }

    @Override
    public CompletionStage<Void> delete(TubeName tube, JobId id, boolean force) {
        return delete(tube, id, force ? "force" : "delete");
    }

    @Override
    public CompletionStage<Void> discard(TubeName tube, JobId id) {
        return delete(tube, id, "discard");
    }

    private CompletionStage<Void> delete(TubeName tube, JobId id, String mode) {
        return scripts.runOrFail(
                        DELETE, tube, id, scripts.args(tube).add(id.value()).add(mode))
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<JobSnapshot> change(TubeName tube, JobId id, JobChange change) {
        return Stages.call(() -> changer.change(tube, id, change));
    }

    @Override
    public void checkLooks(TubeName tube) {
        scripts.checkLooks(tube);
    }

    @Override
    public CompletionStage<JobSnapshot> snapshot(TubeName tube, JobId id, CallContext context) {
        return scripts.look(PEEK, tube, id, scripts.args(tube).add(id.value()), context)
                .thenApply(reply -> new JobReader(tube, reply).snapshot(id));
    }

    /** A job that an operation of this kind concerns. */
    public CompletionStage<Job> peek(OperationKind operation, TubeName tube, JobId id) {
        Args args = scripts.args(tube).add(id.value());
        return scripts.lookForOperation(operation, PEEK, tube, args)
                .thenApply(reply -> new JobReader(tube, reply).snapshot(id).job());
    }

    @Override
    public CompletionStage<Explanation> explain(TubeName tube, JobId id, CallContext context) {
        return scripts.look(EXPLAIN, tube, id, scripts.args(tube).add(id.value()), context)
                .thenApply(reply -> new ExplanationReader(tube, reply).of(id));
    }

    /**
     * Ends expired leases first, so their jobs are listed in the right state. After {@value #MIGRATIONS_BEFORE_A_LIST}
     * runs, the rest is left to the migration and not listed meanwhile.
     */
    @Override
    public CompletionStage<JobPage> list(TubeName tube, JobQuery query, CallContext context) {
        return listAfter(tube, query, context, MIGRATIONS_BEFORE_A_LIST);
    }

    private CompletionStage<JobPage> listAfter(TubeName tube, JobQuery query, CallContext context, int migrations) {
        return tubes.expireLeases(tube, context)
                .thenCompose(run -> migrations > 1 && Duration.ZERO.equals(run.next())
                        ? listAfter(tube, query, context, migrations - 1)
                        : lister.list(tube, query, context));
    }
}
