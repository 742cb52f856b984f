package io.grape.server.metrics;

import io.grape.core.CallContext;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.Verb;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts and times what goes through another broker, and changes nothing of it. */
public final class MeteredBroker implements Broker {
    /** How a consumer ends a run; a hand-back is none. */
    private static final Set<Verb> ENDING = Set.of(Verb.FINISH, Verb.RELEASE, Verb.BURY);

    private final Broker broker;
    private final Meters meters;
    private final TrafficListener traffic;
    private final KeySnapshots keys;

    public MeteredBroker(Broker broker, Meters meters, TrafficListener traffic, KeySnapshots keys) {
        this.broker = broker;
        this.meters = meters;
        this.traffic = traffic;
        this.keys = keys;
    }

    @Override
    public CompletionStage<List<ItemResult<Produced>>> produce(
            TubeName tube, List<NewJob> jobs, ProduceOptions options, CallContext context) {
        return counted(tube, Verb.PRODUCE, jobs.size(), broker.produce(tube, jobs, options, context), outcomes -> {
            traffic.in(tube);
            for (ItemResult<Produced> outcome : outcomes) {
                meters.count(tube, Verb.PRODUCE, result(outcome, MeteredBroker::produced), 1);
            }
        });
    }

    @Override
    public CompletionStage<Produced> produce(TubeName tube, NewJob job, ProduceOptions options, CallContext context) {
        return counted(tube, Verb.PRODUCE, 1, broker.produce(tube, job, options, context), produced -> {
            traffic.in(tube);
            meters.count(tube, Verb.PRODUCE, produced(produced), 1);
        });
    }

    private static OutcomeLabel produced(Produced produced) {
        return produced.created() ? OutcomeLabel.OK : OutcomeLabel.EXISTS;
    }

    @Override
    public CompletionStage<ConsumeResult> consume(TubeName tube, int max, Duration parking) {
        return counted(tube, Verb.CONSUME, 1, broker.consume(tube, max, parking), handout -> {
            List<Job> jobs = handout.jobs();
            OutcomeLabel result = jobs.isEmpty() ? OutcomeLabel.EMPTY : OutcomeLabel.OK;
            TubeMeters of = meters.count(tube, Verb.CONSUME, result, Math.max(1, jobs.size()));
            for (Job job : jobs) {
                Duration late = lateness(job, handout.at());
                late(tube, of, job.tags().key(), late);
                traffic.late(tube, late);
            }
        });
    }

    /** The first job of a tube that has a key is counted once it is known whether that has many jobs. */
    private void late(TubeName tube, TubeMeters of, @Nullable String key, Duration by) {
        if (key == null || !of.isOfOneTube()) {
            of.late(KeysLabel.NONE, by);
            return;
        }
        keys.last(tube)
                .whenComplete(
                        (shares, failure) -> of.late(failure == null ? KeysLabel.of(shares, key) : KeysLabel.NONE, by));
    }

    /** How late it was is nobody's: whoever takes a job by its id does not wait for its turn. */
    @Override
    public CompletionStage<Job> take(TubeName tube, JobId id) {
        return counted(tube, Verb.TAKE, 1, broker.take(tube, id), job -> {
            traffic.in(tube);
            meters.count(tube, Verb.TAKE, OutcomeLabel.OK, 1);
        });
    }

    /** A job may be due before it was created: at an instant in the past. */
    private static Duration lateness(Job job, Instant handedOut) {
        Instant due = job.dueAt();
        Instant since = due == null || due.isBefore(job.createdAt()) ? job.createdAt() : due;
        return Duration.between(since, handedOut);
    }

    @Override
    public CompletionStage<List<ItemResult<Acknowledged>>> acknowledge(
            TubeName tube, List<? extends Acknowledgement> acknowledgements) {
        CompletionStage<List<ItemResult<Acknowledged>>> done = broker.acknowledge(tube, acknowledgements);
        done.whenComplete((outcomes, failure) -> {
            for (int i = 0; i < acknowledgements.size(); i++) {
                Acknowledgement asked = acknowledgements.get(i);
                Acknowledged one = failure == null ? outcomes.get(i).value() : null;
                if (one != null) {
                    acknowledged(tube, asked, one);
                } else {
                    meters.count(
                            tube,
                            asked.verb(),
                            failure != null ? OutcomeLabel.of(failure) : failed(outcomes.get(i)),
                            1);
                }
            }
        });
        return done;
    }

    @Override
    public CompletionStage<Acknowledged> acknowledge(TubeName tube, Acknowledgement asked) {
        return counted(tube, asked.verb(), 1, broker.acknowledge(tube, asked), done -> acknowledged(tube, asked, done));
    }

    private void acknowledged(TubeName tube, Acknowledgement asked, Acknowledged done) {
        meters.count(tube, asked.verb(), OutcomeLabel.OK, 1);
        traffic.in(tube);
        if (ENDING.contains(asked.verb()) && !asked.lease().equals(Lease.CURRENT)) {
            Duration time = Duration.ofMillis(
                    Math.max(0, done.at().toEpochMilli() - asked.lease().grantedAtMillis()));
            traffic.ran(tube, time);
            if (asked.verb() == Verb.FINISH) {
                meters.ran(time);
            }
        }
    }

    @Override
    public CompletionStage<Void> handBack(TubeName tube, List<Job> jobs) {
        CompletionStage<Void> done = broker.handBack(tube, jobs);
        done.whenComplete((nothing, failure) -> {
            if (failure == null) {
                meters.handedBack(jobs.size());
            }
        });
        return done;
    }

    @Override
    public CompletionStage<Boolean> kick(TubeName tube, JobId id, Duration delay) {
        return counted(
                tube,
                Verb.KICK,
                1,
                broker.kick(tube, id, delay),
                kicked -> meters.count(tube, Verb.KICK, kicked ? OutcomeLabel.OK : OutcomeLabel.UNCHANGED, 1));
    }

    @Override
    public CompletionStage<Void> kickFailed(TubeName tube, JobId id, Duration delay) {
        return counted(tube, Verb.KICK, broker.kickFailed(tube, id, delay));
    }

    @Override
    public CompletionStage<Integer> kick(TubeName tube, int max) {
        return counted(
                tube,
                Verb.KICK,
                1,
                broker.kick(tube, max),
                kicked -> meters.count(
                        tube, Verb.KICK, kicked == 0 ? OutcomeLabel.EMPTY : OutcomeLabel.OK, Math.max(1, kicked)));
    }

    @Override
    public CompletionStage<Acknowledged> cancel(TubeName tube, JobId id, String reason) {
        return counted(tube, Verb.CANCEL, broker.cancel(tube, id, reason));
    }

    @Override
    public CompletionStage<Void> delete(TubeName tube, JobId id, boolean force) {
        return counted(tube, Verb.DELETE, broker.delete(tube, id, force));
    }

    @Override
    public CompletionStage<Void> discard(TubeName tube, JobId id) {
        return counted(tube, Verb.DISCARD, broker.discard(tube, id));
    }

    @Override
    public CompletionStage<JobSnapshot> change(TubeName tube, JobId id, JobChange change) {
        return counted(tube, Verb.CHANGE, broker.change(tube, id, change));
    }

    @Override
    public void checkLooks(TubeName tube) {
        broker.checkLooks(tube);
    }

    @Override
    public CompletionStage<JobSnapshot> snapshot(TubeName tube, JobId id, CallContext context) {
        return broker.snapshot(tube, id, context);
    }

    @Override
    public CompletionStage<Explanation> explain(TubeName tube, JobId id, CallContext context) {
        return broker.explain(tube, id, context);
    }

    @Override
    public CompletionStage<JobPage> list(TubeName tube, JobQuery query, CallContext context) {
        return broker.list(tube, query, context);
    }

    private <T> CompletionStage<T> counted(TubeName tube, Verb verb, CompletionStage<T> stage) {
        return counted(tube, verb, 1, stage, done -> meters.count(tube, verb, OutcomeLabel.OK, 1));
    }

    /** Returns the stage itself, so that the caller sees its failure as it is. */
    private <T> CompletionStage<T> counted(
            TubeName tube, Verb verb, int jobs, CompletionStage<T> stage, Consumer<T> onSuccess) {
        stage.whenComplete((value, failure) -> {
            if (failure == null) {
                onSuccess.accept(value);
            } else {
                meters.count(tube, verb, OutcomeLabel.of(failure), jobs);
            }
        });
        return stage;
    }

    private static <T> OutcomeLabel result(ItemResult<T> outcome, Function<T, OutcomeLabel> onValue) {
        T value = outcome.value();
        return value != null ? onValue.apply(value) : failed(outcome);
    }

    private static OutcomeLabel failed(ItemResult<?> outcome) {
        RuntimeException failure = outcome.failure();
        return failure == null ? OutcomeLabel.OK : OutcomeLabel.of(failure);
    }
}
