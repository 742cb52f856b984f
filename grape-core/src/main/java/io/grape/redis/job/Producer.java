package io.grape.redis.job;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.OnMissingTube;
import io.grape.core.job.ProduceOptions;
import io.grape.core.job.Produced;
import io.grape.core.overload.WorkClass;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.broker.BrokerCapabilities;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchLane;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.CallBatcher;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.SharedQuestion;
import io.grape.redis.script.Submission;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.tube.RedisTubes;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Runs the produce script, and creates the tube if it is missing and wanted. */
final class Producer {
    private static final Script PRODUCE = Script.ofTube("produce");

    private static final int MAX_MAKINGS = 10;

    private final TubeScripts scripts;
    private final RedisTubes tubes;
    private final BrokerCapabilities capabilities;
    private final CallBatcher plain;
    private final CallBatcher confirmed;

    Producer(TubeScripts scripts, RedisTubes tubes, BrokerCapabilities capabilities) {
        this.scripts = scripts;
        this.tubes = tubes;
        this.capabilities = capabilities;
        this.plain = scripts.batcher();
        this.confirmed = scripts.confirmingBatcher();
    }

    /** Jobs of one tube with the same produce options. */
    private record Lane(Producer producer, TubeName tube, ProduceOptions options)
            implements BatchLane<NewJob, ItemResult<Produced>> {
        @Override
        public WorkClass workClass() {
            return WorkClass.PRODUCE;
        }

        @Override
        public int jobs(NewJob job) {
            return 1;
        }

        @Override
        public Predicate<NewJob> batchLimiter() {
            return BatchSplitter.batchLimiter(NewJob::id, NewJobArgs::bytes);
        }

        @Override
        public CompletionStage<List<ItemResult<Produced>>> run(List<NewJob> jobs, Deadline deadline) {
            return producer.run(this, jobs, deadline);
        }

        int replicas() {
            return options.ack().replicas();
        }
    }

    /** Jobs that some broker cannot serve are refused one by one while it is alive. */
    CompletionStage<List<ItemResult<Produced>>> produce(
            TubeName tube, List<NewJob> jobs, ProduceOptions options, CallContext context) {
        Lane lane = new Lane(this, tube, options);
        Submission all = new Submission(context);
        return BatchSplitter.inOrder(
                jobs,
                NewJob::id,
                slice -> slice.stream().allMatch(Producer::anyBrokerKnows)
                        ? batcher(lane).submitAll(lane, slice, all)
                        : submitKnown(lane, slice, all));
    }

    private List<CompletableFuture<ItemResult<Produced>>> submitKnown(Lane lane, List<NewJob> slice, Submission all) {
        CompletableFuture<List<CompletableFuture<ItemResult<Produced>>>> submitted = told(lane.tube(), all)
                .thenApply(told -> {
                    Map<JobId, GrapeException> refusals = BrokerCapabilities.refusals(told, slice);
                    List<NewJob> known = slice.stream()
                            .filter(job -> !refusals.containsKey(job.id()))
                            .toList();
                    Iterator<CompletableFuture<ItemResult<Produced>>> results =
                            batcher(lane).submitAll(lane, known, all).iterator();
                    return slice.stream()
                            .map(job -> {
                                GrapeException refusal = refusals.get(job.id());
                                return refusal == null
                                        ? results.next()
                                        : CompletableFuture.completedFuture(ItemResult.<Produced>failed(refusal));
                            })
                            .toList();
                })
                .toCompletableFuture();
        return IntStream.range(0, slice.size())
                .mapToObj(at -> submitted.thenCompose(results -> results.get(at)))
                .toList();
    }

    /** What the living brokers know. The question can be shed, as the jobs can. */
    private CompletionStage<Reply> told(TubeName tube, Submission all) {
        Reply known = capabilities.known();
        return known != null
                ? CompletableFuture.completedStage(known)
                : plain.submitAll(
                                new SharedQuestion<Reply>(tube, WorkClass.PRODUCE, "capabilities"),
                                List.of(capabilities::ask),
                                all.hasLeft() ? all : new Submission(all.context()))
                        .get(0);
    }

    CompletionStage<ItemResult<Produced>> produce(
            TubeName tube, NewJob job, ProduceOptions options, CallContext context) {
        Lane lane = new Lane(this, tube, options);
        return anyBrokerKnows(job)
                ? batcher(lane).submit(lane, job, context)
                : submitKnown(lane, List.of(job), new Submission(context)).get(0);
    }

    /** True if a broker of the first release could serve the job. */
    private static boolean anyBrokerKnows(NewJob job) {
        return job.id().isPlain()
                && job.dedup() == null
                && job.expiry() == null
                && job.onDuplicate() != OnDuplicate.DEBOUNCE;
    }

    private CallBatcher batcher(Lane lane) {
        return lane.replicas() == 0 ? plain : confirmed;
    }

    private CompletionStage<List<ItemResult<Produced>>> run(Lane lane, List<NewJob> jobs, Deadline deadline) {
        Args args = scripts.hintingArgs(lane.tube());
        jobs.forEach(job -> add(args, job));
        return run(new Run(lane, args, deadline), 0)
                .thenApply(reply -> ProduceReply.outcomes(reply, lane.tube(), lane.replicas(), jobs));
    }

    private record Run(Lane lane, Args args, Deadline deadline) {}

    private CompletionStage<Reply> run(Run run, int makings) {
        Lane lane = run.lane();
        return scripts.runner()
                .run(
                        PRODUCE,
                        scripts.keys(lane.tube()),
                        run.args(),
                        run.deadline(),
                        lane.options().ack())
                .thenCompose(done -> switch (done.code()) {
                    case "TUBE_NOT_FOUND" ->
                        lane.options().onMissingTube() == OnMissingTube.CREATE
                                ? make(run, makings)
                                : checked(done, lane.tube());
                    case "UNREGISTERED" -> register(run, done, makings);
                    case "DELETING" -> goOnDeleting(lane.tube(), done);
                    default -> checked(done, lane.tube());
                });
    }

    private CompletionStage<Reply> checked(Reply done, TubeName tube) {
        return scripts.checked(done, tube);
    }

    /** Creates the tube. Creates it again if it was removed before the produce. */
    private CompletionStage<Reply> make(Run run, int makings) {
        TubeName tube = run.lane().tube();
        return makings == MAX_MAKINGS
                ? CompletableFuture.failedStage(new GrapeException(
                        ErrorCode.OVERLOADED, "tube " + tube + " is removed again and again, retry later"))
                : tubes.create(tube, TubeSettings.DEFAULT).thenCompose(created -> run(run, makings + 1));
    }

    /** Completes a tube's creation, in case its broker died. */
    private CompletionStage<Reply> register(Run run, Reply done, int makings) {
        TubeName tube = run.lane().tube();
        return makings == MAX_MAKINGS
                ? checked(done, tube)
                : tubes.register(tube, done.text(1)).thenCompose(registered -> run(run, makings + 1));
    }

    /** Completes a removal whose broker died. The caller is asked to try again. */
    private CompletionStage<Reply> goOnDeleting(TubeName tube, Reply done) {
        tubes.expireLeases(tube).exceptionally(failure -> new ExpiryPass(0, null));
        return checked(done, tube);
    }

    private static void add(Args args, NewJob job) {
        args.add(job.id().value()).add(NewJobArgs.options(job)).add(NewJobArgs.content(job));
    }
}
