package io.grape.client.contract;

import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.client.TubeStatus;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Cancellation;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.Headers;
import io.grape.core.job.IdReuse;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobSnapshot;
import io.grape.core.job.JobTags;
import io.grape.core.job.JobWork;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.job.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Says in the client's words what the port says in its own, and back. */
final class Words {
    private Words() {}

    /** A tube whose payloads are bytes of a content type. */
    static Tube<byte[]> tube(TubeName tube, String contentType) {
        return Tube.of(tube.value(), new Typed(contentType));
    }

    static Tube<byte[]> tube(TubeName tube) {
        return tube(tube, Payload.BINARY);
    }

    private record Typed(String contentType) implements io.grape.client.Codec<byte[]> {
        @Override
        public byte[] encode(byte[] payload) {
            return payload;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    }

    static io.grape.client.NewJob<byte[]> job(NewJob job) {
        io.grape.client.NewJob<byte[]> said = io.grape.client.NewJob.of(
                        job.payload().bytes())
                .id(job.id().value())
                .priority(job.priority())
                .onDuplicate(
                        io.grape.client.OnDuplicate.valueOf(job.onDuplicate().name()));
        for (Map.Entry<String, String> header : job.headers().values().entrySet()) {
            said = said.header(header.getKey(), header.getValue());
        }
        said = said.labels(job.tags().labels().toArray(String[]::new));
        said = job.tags().key() == null ? said : said.key(job.tags().key());
        said = job.weight() == null ? said : said.weight(job.weight());
        said = job.dedup() == null ? said : said.dedup(job.dedup());
        Duration delay = job.due().delay();
        if (job.debounceMax() != null) {
            said = said.debounce(delay == null ? Duration.ZERO : delay, job.debounceMax());
        }
        Expiry expiry = job.expiry();
        said = expiry == null || expiry.after() == null ? said : said.expireIn(expiry.after());
        said = expiry == null || expiry.at() == null ? said : said.expiresAt(expiry.at());
        said = job.due().delay() == null ? said : said.delay(job.due().delay());
        said = job.due().at() == null ? said : said.at(job.due().at());
        said = job.ttr() == null ? said : said.ttr(job.ttr());
        return job.maxAttempts() == null ? said : said.maxAttempts(job.maxAttempts());
    }

    static Produced produced(io.grape.client.Produced said) {
        return new Produced(new JobId(said.id()), state(said.state()), said.created(), said.dueAt(), said.successor());
    }

    static Job job(TubeName tube, io.grape.client.Job<byte[]> said) {
        return new Job(
                new JobId(said.id()),
                tube,
                state(said.state()),
                said.priority(),
                said.noe(),
                0,
                said.maxAttempts(),
                said.delay(),
                said.ttr(),
                said.createdAt(),
                said.dueAt().orElse(null),
                said.lease().map(lease -> new Lease(lease.token())).orElse(null),
                said.leaseUntil().orElse(null),
                said.reason().orElse(null),
                null,
                said.expiresAt().orElse(null),
                said.isBegun(),
                new JobTags(said.key().orElse(null), said.labels()),
                said.headers().isEmpty() ? Headers.NONE : new Headers(said.headers()),
                new Payload(said.payload(), said.contentType()),
                new IdReuse(said.dedup().orElse(null), said.debounceUntil().orElse(null)),
                new JobWork(
                        said.cancelled().map(Words::cancelled).orElse(null),
                        said.progress()
                                .map(one -> new Progress(one.at(), one.percent(), one.note()))
                                .orElse(null),
                        said.checkpoint()
                                .map(one -> new Checkpoint(new Payload(one.bytes(), one.contentType())))
                                .orElse(null)));
    }

    static JobSnapshot snapshot(TubeName tube, io.grape.client.Job<byte[]> said) {
        return new JobSnapshot(job(tube, said), said.rev().orElseThrow(), false);
    }

    static io.grape.client.JobChange<byte[]> change(io.grape.client.JobChange<byte[]> to, JobChange change) {
        io.grape.client.JobChange<byte[]> all = to;
        Due due = change.due();
        if (due != null) {
            all = due.at() == null ? all.delay(Objects.requireNonNull(due.delay())) : all.dueAt(due.at());
        }
        all = change.ttr() == null ? all : all.ttr(change.ttr());
        all = change.priority() == null ? all : all.priority(change.priority());
        all = change.maxAttempts() == null ? all : all.maxAttempts(change.maxAttempts());
        all = change.labels() == null ? all : all.labels(change.labels().toArray(new String[0]));
        all = change.payload() == null ? all : all.payload(change.payload().bytes());
        return change.rev() == null ? all : all.ifRev(change.rev());
    }

    static Cancellation cancelled(io.grape.client.Cancellation said) {
        return new Cancellation(said.at(), said.reason());
    }

    static io.grape.client.Acknowledgement ack(Acknowledgement ack) {
        String id = ack.id().value();
        io.grape.client.Lease lease = new io.grape.client.Lease(ack.lease().value());
        if (ack instanceof Acknowledgement.Release release) {
            return new io.grape.client.Acknowledgement.Release(
                    id, lease, release.delay(), release.priority(), release.restKey());
        } else if (ack instanceof Acknowledgement.Bury bury) {
            return new io.grape.client.Acknowledgement.Bury(id, lease, bury.reason(), bury.priority());
        } else if (ack instanceof Acknowledgement.HandBack back) {
            return new io.grape.client.Acknowledgement.HandBack(id, lease, back.delay());
        } else if (ack instanceof Acknowledgement.Touch touch) {
            return new io.grape.client.Acknowledgement.Touch(id, lease, touch.progress(), touch.note());
        } else if (ack instanceof Acknowledgement.HandOver over) {
            Payload checkpoint = over.checkpoint().payload();
            return new io.grape.client.Acknowledgement.HandOver(
                    id, lease, new io.grape.client.Checkpoint(checkpoint.bytes(), checkpoint.contentType()));
        }
        Payload result = ack instanceof Acknowledgement.Finish finish ? finish.result() : null;
        return new io.grape.client.Acknowledgement.Finish(
                id, lease, result == null ? null : new io.grape.client.JobResult(result.bytes(), result.contentType()));
    }

    static Acknowledged acknowledged(io.grape.client.Acknowledged said, Instant at) {
        return new Acknowledged(
                new JobId(said.id()),
                said.state() == io.grape.client.JobState.FINISHED ? null : state(said.state()),
                said.dueAt(),
                said.leaseUntil(),
                said.cancelled() == null ? null : cancelled(said.cancelled()),
                said.successor(),
                at);
    }

    static JobState state(io.grape.client.JobState state) {
        return JobState.valueOf(state.name());
    }

    static io.grape.core.tube.Tube tube(TubeName name, TubeStatus said) {
        Map<JobState, Long> counts = new EnumMap<>(JobState.class);
        said.counts().forEach((state, count) -> counts.put(state(state), count));
        Map<TubeCounter, Long> totals = new EnumMap<>(TubeCounter.class);
        for (TubeCounter total : TubeCounter.values()) {
            totals.put(total, said.totals().get(total.wireName()));
        }
        TubeStatus.Pause paused = said.paused();
        return new io.grape.core.tube.Tube(
                name,
                SettingsWords.ours(said.settings()),
                0,
                paused == null
                        ? null
                        : new io.grape.core.tube.Pause(paused.until(), paused.reason() == null ? "" : paused.reason()),
                counts,
                0,
                totals,
                said.oldestReady(),
                null,
                null,
                said.nextDueAt(),
                null,
                0L,
                0,
                said.kept(),
                said.keptBytes(),
                Map.of());
    }

    static <A, B> ItemResult<B> outcome(Result<A> result, Function<A, B> value) {
        io.grape.client.GrapeException failure = result.failure();
        return failure == null ? ItemResult.of(value.apply(result.get())) : ItemResult.failed(failure(failure));
    }

    private static GrapeException failure(io.grape.client.GrapeException said) {
        return new GrapeException(ErrorCode.valueOf(said.code().name()), said.detail());
    }

    /** Fails as the port does. */
    static <T> CompletableFuture<T> ours(CompletableFuture<T> said) {
        return said.exceptionally(failure -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            throw cause instanceof io.grape.client.GrapeException refused
                    ? failure(refused)
                    : new CompletionException(cause);
        });
    }
}
