package io.grape.redis.model;

import io.grape.core.CallContext;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeCounter;
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
import io.grape.core.job.OnMissingTube;
import io.grape.core.job.ProduceOptions;
import io.grape.core.job.Produced;
import io.grape.redis.script.JobPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What can be done to jobs, in the model. */
final class ModelBroker implements Broker {
    private static final Comparator<ModelJob> LISTED = Comparator.comparing(
                    (ModelJob job) -> job.priority != Limits.DEFAULT_PRIORITY)
            .thenComparing(ModelJob.IN_HAND_OUT_ORDER);

    private final Model model;
    private final ModelProducer producer;
    private final ModelConsumer consumer;
    private final ModelAcknowledger acknowledger;
    private final ModelChanger changer;

    ModelBroker(Model model) {
        this.model = model;
        this.producer = new ModelProducer(model);
        this.consumer = new ModelConsumer(model);
        this.acknowledger = new ModelAcknowledger(model);
        this.changer = new ModelChanger(model);
    }

    @Override
    public CompletionStage<List<ItemResult<Produced>>> produce(
            TubeName name, List<NewJob> jobs, ProduceOptions options, CallContext context) {
        return Model.answer(() -> {
            if (options.onMissingTube() == OnMissingTube.FAIL && !jobs.isEmpty()) {
                model.tube();
            }
            return producer.produce(jobs);
        });
    }

    @Override
    public CompletionStage<ConsumeResult> consume(TubeName name, int max, Duration parking) {
        return Model.answer(() -> consumer.consume(max, parking));
    }

    @Override
    public CompletionStage<Job> take(TubeName name, JobId id) {
        return Model.answer(() -> consumer.take(id));
    }

    @Override
    public CompletionStage<List<ItemResult<Acknowledged>>> acknowledge(
            TubeName name, List<? extends Acknowledgement> acknowledgements) {
        return Model.answer(() -> {
            List<ItemResult<Acknowledged>> outcomes = new ArrayList<>();
            Runs.<Acknowledgement>of(acknowledgements, Acknowledgement::id)
                    .forEach(run -> outcomes.addAll(acknowledger.acknowledge(run)));
            return outcomes;
        });
    }

    @Override
    public CompletionStage<Acknowledged> cancel(TubeName name, JobId id, String reason) {
        return Model.answer(() -> acknowledger.cancel(id, reason));
    }

    @Override
    public CompletionStage<Boolean> kick(TubeName name, JobId id, Duration delay) {
        return Model.answer(() -> {
            ModelTube tube = model.tube();
            ModelJob job = tube.job(id);
            switch (job.state(model.now)) {
                case RETAINED -> throw new GrapeException(ErrorCode.WRONG_STATE, "");
                case READY, GATED -> {
                    return false;
                }
                case DELAYED, FAILED -> kick(tube, job, delay);
                case FINISHED -> throw new IllegalStateException("no live job is finished");
            }
            return true;
        });
    }

    @Override
    public CompletionStage<Void> kickFailed(TubeName name, JobId id, Duration delay) {
        return Model.answer(() -> {
            ModelTube tube = model.tube();
            ModelJob job = tube.job(id);
            if (job.state(model.now) != JobState.FAILED) {
                throw new GrapeException(ErrorCode.WRONG_STATE, "");
            }
            kick(tube, job, delay);
            return null;
        });
    }

    private void kick(ModelTube tube, ModelJob job, Duration delay) {
        kick(tube, job, model.now + delay.toMillis());
        job.delay = delay.toMillis();
    }

    private void kick(ModelTube tube, ModelJob job, long due) {
        tube.happened(model.now);
        if (job.mayExpire() && due >= job.expires()) {
            job.begin();
        }
        tube.enqueue(job, tube.nextScore(job.priority, due));
        job.earlier += job.noe;
        job.noe = 0;
        job.reason = null;
        tube.count(TubeCounter.KICKED);
    }

    @Override
    public CompletionStage<Integer> kick(TubeName name, int max) {
        return Model.answer(() -> {
            ModelTube tube = model.tube();
            List<ModelJob> failed = tube.sorted(job -> job.place == JobPlace.FAILED, ModelJob.BY_SCORE);
            List<ModelJob> delayed =
                    tube.sorted(job -> job.state(model.now) == JobState.DELAYED, ModelJob.IN_HAND_OUT_ORDER);
            List<ModelJob> chosen =
                    (failed.isEmpty() ? delayed : failed).stream().limit(max).toList();
            chosen.forEach(job -> kick(tube, job, model.now));
            return chosen.size();
        });
    }

    @Override
    public CompletionStage<Void> delete(TubeName name, JobId id, boolean force) {
        return Model.answer(() -> {
            ModelTube tube = model.tube();
            if (tube.job(id).state(model.now) == JobState.RETAINED && !force) {
                throw new GrapeException(ErrorCode.WRONG_STATE, "");
            }
            return remove(tube, id, TubeCounter.DELETED);
        });
    }

    @Override
    public CompletionStage<Void> discard(TubeName name, JobId id) {
        return Model.answer(() -> {
            ModelTube tube = model.tube();
            if (tube.job(id).state(model.now) != JobState.FAILED) {
                throw new GrapeException(ErrorCode.WRONG_STATE, "");
            }
            return remove(tube, id, TubeCounter.DISCARDED);
        });
    }

    private static @Nullable Void remove(ModelTube tube, JobId id, TubeCounter total) {
        tube.remove(tube.job(id));
        tube.count(total);
        return null;
    }

    @Override
    public CompletionStage<JobSnapshot> change(TubeName name, JobId id, JobChange change) {
        return Model.answer(() -> new JobSnapshot(changer.change(id, change), "", false));
    }

    @Override
    public CompletionStage<JobSnapshot> snapshot(TubeName name, JobId id, CallContext context) {
        return Model.answer(() -> {
            ModelTube tube = model.tube();
            ModelKept.Kept kept = tube.kept.get(id);
            if (kept != null) {
                return new JobSnapshot(kept.seen(), "", false);
            }
            ModelJob job = tube.job(id);
            boolean isFollowed = job.successor != null && job.state(model.now) == JobState.RETAINED;
            return new JobSnapshot(job.seen(model.now), "", isFollowed);
        });
    }

    /** No step of a sequence asks why: the contract compares explanations with hand-outs. */
    @Override
    public CompletionStage<Explanation> explain(TubeName name, JobId id, CallContext context) {
        throw new UnsupportedOperationException("explain");
    }

    @Override
    public CompletionStage<JobPage> list(TubeName name, JobQuery query, CallContext context) {
        return Model.answer(() -> {
            ModelTube tube = model.tube();
            boolean hasMore = true;
            while (hasMore) {
                int expired = tube.expire(model.now);
                OptionalLong next = tube.look(model.now, ModelTube.RUN - expired);
                hasMore = next.isPresent() && next.getAsLong() <= model.now;
            }
            if (query.state() == JobState.FINISHED) {
                return new JobPage(
                        tube.kept.sorted().stream().map(ModelKept.Kept::seen).toList(), null);
            }
            boolean waiting = query.state() == JobState.DELAYED || query.state() == JobState.READY;
            List<Job> all =
                    tube
                            .sorted(job -> job.state(model.now) == query.state(), waiting ? LISTED : ModelJob.BY_SCORE)
                            .stream()
                            .map(job -> job.seen(model.now))
                            .toList();
            return new JobPage(all, null);
        });
    }
}
