package io.grape.redis.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.Verb;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Due;
import io.grape.core.job.Headers;
import io.grape.core.job.IdReuse;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobSnapshot;
import io.grape.core.job.JobTags;
import io.grape.core.job.JobWork;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnMissingTube;
import io.grape.core.job.Payload;
import io.grape.core.job.ProduceOptions;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One step of a sequence. It names leases and instants by what they are ("the last one given for this job"), so that it means
 * the same when steps before it are left out.
 */
sealed interface Step {
    /** A call, ready to be made to the store and to the model. */
    interface Call {
        CompletionStage<?> on(Port port);
    }

    Call resolve(World world);

    /** The step with less in it, for the shrinker. */
    default List<Step> smaller() {
        return List.of();
    }

    /** Moves the clock of the store and of the model; calls nothing. */
    sealed interface ClockStep extends Step {
        long moved(World world);

        @Override
        default Call resolve(World world) {
            return port -> CompletableFuture.completedStage("");
        }
    }

    record Forward(long millis) implements ClockStep {
        @Override
        public long moved(World world) {
            return world.model.now + millis;
        }
    }

    record Backward(long millis) implements ClockStep {
        @Override
        public long moved(World world) {
            return world.model.now - millis;
        }
    }

    /** To the next instant at which something happens by itself, or a ms before or after it. */
    record ToNextEvent(int offset) implements ClockStep {
        @Override
        public long moved(World world) {
            return world.nextEvent() + offset;
        }
    }

    record Produce(List<Item> items, OnMissingTube onMissing) implements Step {
        @Override
        public Call resolve(World world) {
            List<NewJob> jobs =
                    items.stream().map(item -> item.job(world.model.now)).toList();
            return port -> port.broker().produce(Model.TUBE, jobs, ProduceOptions.USUAL.onMissingTube(onMissing));
        }

        @Override
        public List<Step> smaller() {
            return withoutOne(items, fewer -> new Produce(fewer, onMissing));
        }
    }

    record Consume(int max, Duration parking) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.broker().consume(Model.TUBE, max, parking);
        }
    }

    record Take(JobId id) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.broker().take(Model.TUBE, id).thenApply(Take::handout);
        }

        /** The leases of a hand-out are noted. */
        private static ConsumeResult handout(Job job) {
            Instant at = Objects.requireNonNull(job.leaseUntil()).minus(job.ttr());
            return new ConsumeResult(List.of(job), at, null);
        }
    }

    /** One acknowledgement; what its verb does not know of is not used. */
    record Ack(
            JobId id,
            World.Bearer bearer,
            Verb verb,
            @Nullable Long delay,
            @Nullable Long priority,
            String reason) {
        Acknowledgement resolve(World world) {
            Lease lease = world.lease(id, bearer);
            return switch (verb) {
                case FINISH ->
                    new Acknowledgement.Finish(id, lease, reason.isEmpty() ? null : ModelKept.result(reason));
                case RELEASE ->
                    new Acknowledgement.Release(id, lease, delay == null ? null : Duration.ofMillis(delay), priority);
                case BURY -> new Acknowledgement.Bury(id, lease, reason, priority);
                case TOUCH ->
                    new Acknowledgement.Touch(
                            id, lease, delay == null ? null : (int) (delay % 101), reason.isEmpty() ? null : reason);
                case HANDOVER ->
                    new Acknowledgement.HandOver(
                            id, lease, new Checkpoint(new Payload(reason.getBytes(UTF_8), Payload.BINARY)));
                case HANDBACK -> new Acknowledgement.HandBack(id, lease, Duration.ofMillis(delay == null ? 0 : delay));
                default -> throw new IllegalStateException("not an acknowledgement: " + verb);
            };
        }
    }

    record Acknowledge(List<Ack> acks) implements Step {
        @Override
        public Call resolve(World world) {
            List<Acknowledgement> all =
                    acks.stream().map(ack -> ack.resolve(world)).toList();
            return port -> port.broker().acknowledge(Model.TUBE, all);
        }

        @Override
        public List<Step> smaller() {
            return withoutOne(acks, Acknowledge::new);
        }
    }

    /** A job that a consumer never got, known by its lease. */
    record Returned(JobId id, World.Bearer bearer) {
        Job resolve(World world) {
            return new Job(
                    id,
                    Model.TUBE,
                    JobState.RETAINED,
                    0,
                    1,
                    0,
                    0,
                    Duration.ZERO,
                    Duration.ZERO,
                    Instant.EPOCH,
                    null,
                    world.lease(id, bearer),
                    null,
                    null,
                    null,
                    null,
                    false,
                    JobTags.NONE,
                    Headers.NONE,
                    Payload.binary(new byte[0]),
                    IdReuse.NONE,
                    JobWork.NONE);
        }
    }

    record HandBack(List<Returned> jobs) implements Step {
        @Override
        public Call resolve(World world) {
            List<Job> all = jobs.stream().map(job -> job.resolve(world)).toList();
            return port -> port.broker().handBack(Model.TUBE, all);
        }

        @Override
        public List<Step> smaller() {
            return withoutOne(jobs, HandBack::new);
        }
    }

    record Cancel(JobId id, String reason) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.broker().cancel(Model.TUBE, id, reason);
        }
    }

    /**
     * A change in place.
     *
     * @param due by how much it is due after the call is made; null = as it was
     */
    record Change(JobId id, @Nullable Long due, JobChange rest) implements Step {
        @Override
        public Call resolve(World world) {
            JobChange change = due == null ? rest : rest.due(Due.at(Instant.ofEpochMilli(world.model.now + due)));
            return port -> port.broker().change(Model.TUBE, id, change).thenApply(JobSnapshot::job);
        }
    }

    record Kick(JobId id, long delay) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.broker().kick(Model.TUBE, id, Duration.ofMillis(delay));
        }
    }

    record KickFailed(JobId id, long delay) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.broker().kickFailed(Model.TUBE, id, Duration.ofMillis(delay));
        }
    }

    record KickMany(int max) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.broker().kick(Model.TUBE, max);
        }
    }

    record Delete(JobId id, boolean force) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.broker().delete(Model.TUBE, id, force);
        }
    }

    record Discard(JobId id) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.broker().discard(Model.TUBE, id);
        }
    }

    record Peek(JobId id) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.broker().peek(Model.TUBE, id);
        }
    }

    /** All pages, one after the other. */
    record ListAll(JobState state, int limit) implements Step {
        private static final int MAX_JOBS = 5000;

        @Override
        public Call resolve(World world) {
            return port -> pages(port, null, new ArrayList<>());
        }

        private CompletionStage<List<Job>> pages(Port port, @Nullable String cursor, List<Job> before) {
            if (before.size() > MAX_JOBS) {
                return CompletableFuture.failedStage(new IllegalStateException("the pages do not end"));
            }
            return port.broker()
                    .list(Model.TUBE, new JobQuery(state, limit, cursor))
                    .thenCompose(page -> {
                        before.addAll(page.jobs());
                        return page.next() == null
                                ? CompletableFuture.completedStage(before)
                                : pages(port, page.next(), before);
                    });
        }
    }

    record Create(TubeSettings settings) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.tubes().create(Model.TUBE, settings);
        }
    }

    record Configure(TubeSettingsChange change) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.tubes().configure(Model.TUBE, change);
        }
    }

    record Pause(@Nullable Duration duration, String reason) implements Step {
        @Override
        public Call resolve(World world) {
            return port -> port.tubes().pause(Model.TUBE, duration, reason);
        }
    }

    /** A call without choices. */
    enum Plain implements Step {
        NAMES,
        EXISTS,
        DESCRIBE,
        RESUME,
        MIGRATE,
        DELETE_TUBE,
        DELETE_TUBE_IF_EMPTY;

        /** The model knows neither how many bytes are kept nor which jobs are late. */
        private static Tube asModelled(Tube tube) {
            return new Tube(
                    tube.name(),
                    tube.settings(),
                    tube.rev(),
                    tube.paused(),
                    tube.counts(),
                    tube.urgent(),
                    tube.totals(),
                    tube.oldestReady(),
                    null,
                    tube.sinceDelivery(),
                    tube.nextDueAt(),
                    tube.nextLeaseUntil(),
                    tube.imbalance(),
                    tube.missing(),
                    tube.kept(),
                    0,
                    tube.repairs());
        }

        @Override
        public Call resolve(World world) {
            return switch (this) {
                case NAMES -> port -> port.tubes().names();
                case EXISTS -> port -> port.tubes().exists(Model.TUBE);
                case DESCRIBE -> port -> port.tubes().describe(Model.TUBE).thenApply(Plain::asModelled);
                case RESUME -> port -> port.tubes().resume(Model.TUBE);
                case MIGRATE -> port -> port.tubes().expireLeases(Model.TUBE);
                case DELETE_TUBE -> port -> port.tubes().delete(Model.TUBE);
                case DELETE_TUBE_IF_EMPTY -> port -> port.tubes().deleteIfEmpty(Model.TUBE);
            };
        }
    }

    private static <T> List<Step> withoutOne(List<T> items, Function<List<T>, Step> step) {
        List<Step> smaller = new ArrayList<>();
        for (int i = 0; i < items.size() && items.size() > 1; i++) {
            List<T> fewer = new ArrayList<>(items);
            fewer.remove(i);
            smaller.add(step.apply(fewer));
        }
        return smaller;
    }
}
