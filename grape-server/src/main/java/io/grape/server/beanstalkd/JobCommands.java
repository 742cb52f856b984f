package io.grape.server.beanstalkd;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.access.AuditSubject;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.FirstJob;
import io.grape.core.job.Job;
import io.grape.server.access.Principal;
import io.grape.server.access.PrincipalKind;
import io.grape.server.failure.Failures;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The commands about one job, but put and reserve. Lives on one event loop. */
final class JobCommands {
    private final Session session;
    private final Broker broker;

    JobCommands(Session session) {
        this.session = session;
        this.broker = session.ports().broker();
    }

    /** One that is reserved here is finished; any other is removed, unless somebody else has reserved it. */
    CompletionStage<Reply> delete(long number) {
        Reservations.Held held = session.reservations().forget(number);
        if (held == null) {
            return deleteOther(number);
        }
        Job job = held.job();
        return acknowledge(job, new Acknowledgement.Finish(job.id(), job.requireLease()))
                .thenApply(done -> Reply.DELETED)
                .exceptionallyCompose(failure ->
                        Failures.is(ErrorCode.LEASE_LOST, failure) ? deleteOther(number) : keep(held, failure));
    }

    private CompletionStage<Acknowledged> acknowledge(Job job, Acknowledgement given) {
        CompletionStage<Acknowledged> done = broker.acknowledge(job.tube(), given);
        session.ports().quotas().countAcknowledged(session::client, job.tube(), given, done);
        return session.await(done);
    }

    private CompletionStage<Reply> deleteOther(long number) {
        return about(number, name -> delete(name).thenApply(done -> Reply.DELETED));
    }

    /** Clients remove jobs of their own all day, and no person is here: only a token that may do more is written down. */
    private CompletionStage<Void> delete(ShownNumbers.Name name) {
        Principal caller = session.caller();
        return caller.kind() == PrincipalKind.TOKEN && !caller.isClient()
                ? session.audit().run("job.delete", subject(name), () -> broker.delete(name.tube(), name.id(), false))
                : broker.delete(name.tube(), name.id(), false);
    }

    private static AuditSubject subject(ShownNumbers.Name name) {
        return new AuditSubject(name.tube().value(), name.id().value(), "");
    }

    CompletionStage<Reply> release(long number, long priority, Duration delay) {
        return end(
                number,
                job -> new Acknowledgement.Release(job.id(), job.requireLease(), delay, changed(job, priority)),
                done -> done.state() == JobState.FAILED ? Reply.BURIED : Reply.RELEASED);
    }

    CompletionStage<Reply> bury(long number, long priority) {
        return end(
                number,
                job -> new Acknowledgement.Bury(job.id(), job.requireLease(), "", changed(job, priority)),
                done -> Reply.BURIED);
    }

    /** The commands always name one; a tube that keeps the order of its keys takes no other than the job has. */
    private static @Nullable Long changed(Job job, long priority) {
        return priority == job.priority() ? null : priority;
    }

    private CompletionStage<Reply> end(
            long number, Function<Job, Acknowledgement> end, Function<Acknowledged, Reply> reply) {
        Reservations.Held held = session.reservations().forget(number);
        if (held == null) {
            return CompletableFuture.completedStage(Reply.NOT_FOUND);
        }
        return acknowledge(held.job(), end.apply(held.job()))
                .thenApply(reply)
                .exceptionallyCompose(failure -> keep(held, failure));
    }

    /** Where the reservation has not ended, or it is not known whether it has, it goes on: the next command tells. */
    private CompletionStage<Reply> keep(Reservations.Held held, Throwable failure) {
        boolean mayStand = Failures.is(ErrorCode.STORE_UNAVAILABLE, failure)
                || Failures.is(ErrorCode.OVERLOADED, failure)
                || Failures.is(ErrorCode.BAD_REQUEST, failure)
                || Failures.is(ErrorCode.INTERNAL, failure);
        if (mayStand) {
            session.reserved(held.number(), held.job());
        }
        return CompletableFuture.failedStage(failure);
    }

    CompletionStage<Reply> touch(long number) {
        Reservations.Held held = session.reservations().find(number);
        if (held == null) {
            return CompletableFuture.completedStage(Reply.NOT_FOUND);
        }
        Job job = held.job();
        return acknowledge(job, new Acknowledgement.Touch(job.id(), job.requireLease()))
                .thenApply(done -> {
                    session.reservations().touched(held);
                    return Reply.TOUCHED;
                });
    }

    CompletionStage<Reply> reserveJob(long number) {
        if (!session.reservations().hasRoom()) {
            return CompletableFuture.completedStage(Reply.OUT_OF_MEMORY);
        }
        return about(
                number,
                name -> session.await(session.source().take(name.tube(), name.id()))
                        .thenApply(job -> {
                            session.works();
                            return session.reserved(number, job)
                                    ? Reply.job(
                                            "RESERVED", number, job.payload().bytes())
                                    : Reply.NOT_FOUND;
                        })
                        .exceptionallyCompose(failure -> Failures.is(ErrorCode.GATED, failure)
                                ? CompletableFuture.completedStage(Reply.NOT_FOUND)
                                : CompletableFuture.failedStage(failure)));
    }

    CompletionStage<Reply> peek(long number) {
        return about(
                number,
                name -> broker.peek(name.tube(), name.id())
                        .thenApply(
                                job -> Reply.job("FOUND", number, job.payload().bytes())));
    }

    /** The first job of the used tube in a state. */
    CompletionStage<Reply> peekFirst(JobState state) {
        TubeName tube = session.used();
        session.caller().checkTube(tube.value());
        return session.ports()
                .firstJobs()
                .first(tube, state, true)
                .thenCompose(found -> found.map(first -> found(tube, first))
                        .orElseGet(() -> CompletableFuture.completedStage(Reply.NOT_FOUND)));
    }

    private CompletionStage<Reply> found(TubeName tube, FirstJob first) {
        return broker.peek(tube, first.id())
                .thenCombine(
                        session.numbers().of(tube, first.id()),
                        (job, number) ->
                                Reply.job("FOUND", number, job.payload().bytes()));
    }

    /** One that is buried or delayed becomes ready. */
    CompletionStage<Reply> kick(long number) {
        return about(
                number,
                name -> session.audit()
                        .run("job.kick", subject(name), () -> broker.kick(name.tube(), name.id(), Duration.ZERO))
                        .thenApply(kicked -> kicked ? Reply.KICKED : Reply.NOT_FOUND));
    }

    CompletionStage<Reply> stats(long number) {
        return about(
                number,
                name -> broker.peek(name.tube(), name.id())
                        .thenCombine(session.ports().histories().history(name.tube(), name.id()), JobStats::new)
                        .thenCombine(session.ports().time().get(), (stats, now) -> stats.reply(number, now)));
    }

    /** What is done to the job of a number, where its tube may be used. */
    private CompletionStage<Reply> about(long number, Function<ShownNumbers.Name, CompletionStage<Reply>> command) {
        return session.await(session.numbers().find(number)).thenCompose(found -> {
            Optional<ShownNumbers.Name> usable =
                    found.filter(name -> session.caller().mayTube(name.tube().value()));
            return usable.map(command).orElseGet(() -> CompletableFuture.completedStage(Reply.NOT_FOUND));
        });
    }
}
