package io.grape.client.transport;

import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import io.grape.client.transport.AttemptResult.Again;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call with all its attempts. There is one at a time, each begun by the end of the one before, so what only they touch needs no
 * lock; a cancel or a close may come between, and stops what is under way.
 */
final class CallExecution {
    private static final long MIN_ATTEMPT = TimeUnit.SECONDS.toNanos(1);
    private static final int ATTEMPTS_OF_A_TIMEOUT = 3;

    private final Transport.Shared parts;
    private final Call call;
    private final Duration timeout;
    private final long begun;
    private final long deadline;
    private final FailedAttempts failures = new FailedAttempts();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Cancellable<BrokerResponse> result = new Cancellable<>(this::cancelled);
    private volatile @Nullable Attempt underWay;

    CallExecution(Transport.Shared parts, Call call, Duration timeout) {
        this.parts = parts;
        this.call = call;
        this.timeout = timeout.plus(call.waiting());
        this.begun = parts.clock().getAsLong();
        this.deadline = begun + this.timeout.toNanos();
    }

    CompletableFuture<BrokerResponse> start() {
        parts.budget().called();
        parts.underWay().add(this);
        if (call.takes() || parts.turns().take(this)) {
            attempt();
        } else {
            var unused = parts.threads().after(timeout.toNanos(), this::missTurn);
        }
        return result;
    }

    /** Its turn has come. On another thread: whoever ended before it may be many. */
    void begin() {
        parts.threads().workers().execute(this::attempt);
    }

    private void missTurn() {
        if (parts.turns().isQueued(this)) {
            String detail = "not begun within " + timeout.toMillis() + " ms, as " + ConcurrencyLimit.MAX
                    + " calls of this client were under way; it did not happen";
            fail(new GrapeException(ErrorCode.TIMED_OUT, detail));
        }
    }

    private void attempt() {
        if (ended.get()) {
            return;
        }
        Broker broker = parts.brokers().choose(failures.brokers());
        long now = parts.clock().getAsLong();
        if (failures.count() > 0 && deadline - now <= 0) {
            fail(failures.late(timeout));
            return;
        }
        Duration wait = left(now);
        HttpWire.Sent sent;
        try {
            sent = parts.wire().send(broker, call, wait);
        } catch (RuntimeException e) {
            fail(AttemptResult.unwritable(e).failure());
            return;
        }
        Attempt attempt = new Attempt(broker, sent);
        // Before it starts: its end may begin the next one.
        underWay = attempt;
        if (ended.get()) {
            attempt.cancel();
        }
        long most = most(wait, now);
        boolean isRest = failures.count() > 0 && most < Math.min(MIN_ATTEMPT, part()) + wait.toNanos();
        start(attempt, wait, most, outcome -> ended(broker, now, wait, isRest ? outcome.cutShort() : outcome));
    }

    /** Only who can be sent again may leave a broker before its time. */
    private void start(Attempt attempt, Duration wait, long most, Consumer<AttemptResult> then) {
        if (wait.isZero() || call.repeat() != Call.Repeat.ALWAYS) {
            attempt.start(most, parts.threads(), then);
        } else {
            attempt.startWaiting(most, parts.threads(), then);
        }
    }

    /** What is left of the time that the broker may wait. */
    private Duration left(long now) {
        Duration left = call.waiting().minusNanos(now - begun);
        return failures.count() == 0 ? call.waiting() : left.isNegative() ? Duration.ZERO : left;
    }

    /** A broker that hangs costs a part of the time of a call that may go to another, not all of it. */
    private long most(Duration wait, long now) {
        long left = deadline - now;
        if (call.repeat() != Call.Repeat.ALWAYS) {
            return left;
        }
        return Math.min(left, Math.max(MIN_ATTEMPT, part()) + wait.toNanos());
    }

    private long part() {
        return timeout.minus(call.waiting()).toNanos() / ATTEMPTS_OF_A_TIMEOUT;
    }

    private void ended(Broker broker, long startedAt, Duration wait, AttemptResult outcome) {
        note(broker, startedAt, wait, outcome);
        if (outcome.isAnswer()) {
            if (end("ok")) {
                result.complete(outcome.answer(failures.isPerhapsDone()));
            }
            return;
        }
        parts.told().attemptFailed(call, broker, outcome.failure());
        failures.add(broker, outcome);
        if (mayBeSentAgain(outcome)) {
            again(outcome);
        } else {
            fail(outcome.isCutShort() ? failures.late(timeout) : failures.last());
        }
    }

    private void note(Broker broker, long startedAt, Duration wait, AttemptResult outcome) {
        long took = parts.clock().getAsLong() - startedAt - wait.toNanos();
        switch (outcome.health()) {
            case GOOD -> parts.brokers().answered(broker, startedAt, took);
            case BAD -> parts.brokers().failed(broker, outcome.failure().detail());
            case DRAINING -> parts.brokers().drains(broker);
            case UNSAID -> {}
        }
    }

    private boolean mayBeSentAgain(AttemptResult outcome) {
        return outcome.again() == Again.NOT_DONE
                || (outcome.again() == Again.PERHAPS_DONE && call.repeat() == Call.Repeat.ALWAYS);
    }

    private void again(AttemptResult outcome) {
        boolean another = parts.brokers().another(failures.brokers());
        long pause = failures.count() == 1 && another ? 0 : parts.backoff().before(failures.count());
        long asked =
                another && !outcome.isEverywhere() ? 0 : outcome.retryAfter().toNanos();
        if (deadline - parts.clock().getAsLong() <= pause + asked) {
            fail(asked > 0 ? failures.last() : failures.late(timeout));
        } else if (!parts.budget().take()) {
            fail(failures.last());
        } else {
            parts.told().repeated(call);
            later(pause + asked);
        }
    }

    private void later(long pause) {
        if (pause == 0) {
            attempt();
        } else {
            var unused = parts.threads().after(pause, this::attempt);
        }
    }

    private void fail(GrapeException failure) {
        if (end(EventPublisher.outcome(failure.code()))) {
            result.completeExceptionally(failure);
        }
    }

    /** Too late where an answer has begun to come: what a consume took must not be lost with it. */
    private boolean cancelled() {
        Attempt last = underWay;
        return (!call.takes() || last == null || !last.isArriving()) && end("cancelled");
    }

    /** The client is closed. */
    void close() {
        fail(new GrapeException(ErrorCode.UNREACHABLE, "the client is closed"));
    }

    /** The first to end it says what becomes of it. */
    private boolean end(String outcome) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        parts.underWay().remove(this);
        parts.turns().leave(this);
        parts.told().called(call, outcome, Duration.ofNanos(parts.clock().getAsLong() - begun));
        Attempt last = underWay;
        if (last != null) {
            last.cancel();
        }
        return true;
    }
}
