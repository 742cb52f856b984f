package io.grape.client.transport;

import io.grape.client.time.LongDelays;
import io.grape.client.transport.AttemptResult.Again;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A call with all its attempts. Only one attempt runs at a time, and its end starts the next. So state that only
 * attempts use needs no lock. A cancel or a close may come at any time, and stops the current attempt.
 */
final class CallExecution implements PendingCall {
    private static final long MIN_ATTEMPT = TimeUnit.SECONDS.toNanos(1);
    private static final int ATTEMPTS_OF_A_TIMEOUT = 3;
    /**
     * The time that must be left for another attempt after a pause that a broker asked for. With less, the call would probably time out,
     * and the caller would not learn why the broker refused it.
     */
    private static final long LEAST_REST = TimeUnit.MILLISECONDS.toNanos(500);

    private final TransportContext context;
    private final ConcurrencyLimit limit;
    private final Call call;
    private final CallOptions options;
    private final Duration timeout;
    private final long begun;
    private final long deadline;
    private final FailedAttempts failures = new FailedAttempts();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Cancellable<BrokerResponse> result = new Cancellable<>(this::cancelled);
    private volatile @Nullable Attempt underWay;
    private volatile LongDelays.@Nullable Delayed turn;
    /** Whether this is the caller's thread, and it waits. */
    private boolean isCallers;

    CallExecution(TransportContext context, Call call, CallOptions options) {
        this.context = context;
        this.limit = context.limit(call.traffic());
        this.options = options;
        this.call = call;
        this.timeout = options.timeout().plus(call.waiting());
        this.begun = context.clock().getAsLong();
        this.deadline = begun + this.timeout.toNanos();
    }

    CompletableFuture<BrokerResponse> start() {
        context.budget().called();
        isCallers = options.blocks();
        if (context.inFlight().add(this)) {
            takeTurn();
        } else {
            fail(context.inFlight().full());
        }
        return result;
    }

    @Override
    public boolean isCounted() {
        return options.isCounted();
    }

    @Override
    public long bytes() {
        return call.body() == null ? 0 : call.body().bytes().length;
    }

    @Override
    public boolean isUrgent() {
        return call.traffic().isUrgent();
    }

    /** Cancels the timer of its turn, which would keep the call and its body in memory until the deadline. */
    private void forgetTurn() {
        LongDelays.Delayed timer = turn;
        if (timer != null) {
            timer.cancel();
        }
    }

    private void takeTurn() {
        // Calls that wait at the broker need no permit.
        boolean begins = call.consumes() || !call.waiting().isZero() || limit.take(this);
        if (ended.get()) {
            // Perhaps before it took the place.
            limit.leave(this);
        } else if (begins) {
            attempt();
        } else {
            LongDelays.Delayed timer =
                    context.threads().after(deadline - context.clock().getAsLong(), this::missTurn);
            turn = timer;
            // It may have ended before the timer was there.
            if (ended.get()) {
                timer.cancel();
            }
        }
    }

    /** Runs on another thread, because many calls may start when one ends. */
    @Override
    public void begin() {
        forgetTurn();
        threads().execute(() -> {
            isCallers = false;
            attempt();
        });
    }

    private void missTurn() {
        if (!limit.giveUp(this)) {
            return;
        }
        if (failures.count() > 0) {
            fail(failures.late(timeout));
        } else {
            String detail = "not begun within " + timeout.toMillis() + " ms, as " + limit.most()
                    + " calls of this client were under way; it did not happen";
            fail(new CallException(CallException.TIMED_OUT, detail));
        }
    }

    private void attempt() {
        // The close ends the calls one by one: a call that got the turn of another must not be sent before it is ended
        // itself.
        if (ended.get() || context.inFlight().isClosed()) {
            return;
        }
        long now = context.clock().getAsLong();
        if (failures.count() > 0 && deadline - now <= 0) {
            fail(failures.late(timeout));
            return;
        }
        Admission admission = context.brokers().admit(call.traffic(), failures.brokers());
        AttemptResult heldBack = admission.heldBack();
        if (heldBack == null) {
            send(admission, now);
        } else {
            heldBack(admission.broker(), heldBack);
        }
    }

    private void send(Admission admission, long now) {
        Broker broker = admission.broker();
        // A probe that waited for jobs would tell nothing until they come.
        Duration wait = admission.isProbe() ? Duration.ZERO : left(now);
        long most = most(wait, now);
        HttpWire.Sent sent;
        try {
            sent = context.wire().send(broker, call, wait, most, options.mayWait());
        } catch (RuntimeException e) {
            fail(new CallException(CallException.BAD_REQUEST, String.valueOf(e.getMessage()), null, e));
            return;
        } catch (Error e) {
            // Such as when no thread can be started. Otherwise nobody would ever end the call.
            fail(new CallException(CallException.UNREACHABLE, "was not sent: " + e, null, e));
            throw e;
        }
        boolean isRest = failures.count() > 0 && most < Math.min(MIN_ATTEMPT, part()) + wait.toNanos();
        Attempt attempt = new Attempt(
                broker,
                sent,
                context.threads(),
                outcome -> ended(broker, now, wait, isRest ? outcome.cutShort() : outcome));
        // Set before it starts: its end may begin the next attempt.
        underWay = attempt;
        if (ended.get()) {
            attempt.cancel();
        }
        // Only a call that may be retried can leave a broker before its timeout.
        boolean mayLeave = !wait.isZero() && call.retry() == RetryPolicy.ALWAYS;
        if (isCallers) {
            // Whatever follows goes on without this thread, which may have a time limit of its own.
            isCallers = false;
            attempt.await(most, mayLeave);
        } else {
            attempt.start(most, mayLeave, threads());
        }
    }

    private Executor threads() {
        Executor given = options.threads();
        return given == null ? context.threads().workers() : given;
    }

    /** The rest of the time that the broker may wait. */
    private Duration left(long now) {
        Duration left = call.waiting().minusNanos(now - begun);
        return failures.count() == 0 ? call.waiting() : left.isNegative() ? Duration.ZERO : left;
    }

    /** If the call may be retried, a broker that hangs costs only a part of its time. */
    private long most(Duration wait, long now) {
        long left = deadline - now;
        if (call.retry() != RetryPolicy.ALWAYS) {
            return left;
        }
        return Math.min(left, Math.max(MIN_ATTEMPT, part()) + wait.toNanos());
    }

    private long part() {
        return timeout.minus(call.waiting()).toNanos() / ATTEMPTS_OF_A_TIMEOUT;
    }

    private void ended(Broker broker, long startedAt, Duration wait, AttemptResult outcome) {
        note(broker, startedAt, wait, outcome);
        if (outcome.isSuccess()) {
            if (end("ok")) {
                result.complete(outcome.response(failures.isPerhapsDone()));
            }
            return;
        }
        if (!outcome.shedFor().isEmpty()) {
            context.events().shed(call, outcome.shedFor());
        }
        failed(broker, outcome);
    }

    private void failed(Broker broker, AttemptResult outcome) {
        context.events().attemptFailed(call, broker, outcome.failure());
        failures.add(broker, outcome);
        if (mayBeSentAgain(outcome)) {
            again(outcome);
        } else {
            fail(outcome.isCutShort() ? failures.late(timeout) : failures.last(timeout));
        }
    }

    private void heldBack(Broker broker, AttemptResult outcome) {
        if (outcome.isThrottled()) {
            context.events().throttled(call);
        } else {
            context.events().broken(call);
        }
        failed(broker, outcome);
    }

    private void note(Broker broker, long startedAt, Duration wait, AttemptResult outcome) {
        context.brokers().ended(broker, call.traffic(), startedAt, outcome);
        long took = context.clock().getAsLong() - startedAt - wait.toNanos();
        switch (outcome.health()) {
            case GOOD -> context.brokers().responded(broker, startedAt, took);
            case BAD -> context.brokers().failed(broker, outcome.failure().detail());
            case DRAINING -> context.brokers().drains(broker);
            case UNSAID -> {}
        }
    }

    private boolean mayBeSentAgain(AttemptResult outcome) {
        return (outcome.again() == Again.NOT_DONE && (options.waitsIfShed() || !outcome.isPushedBack()))
                || (outcome.again() == Again.PERHAPS_DONE && call.retry() == RetryPolicy.ALWAYS);
    }

    private void again(AttemptResult outcome) {
        boolean another = context.brokers().another(call.traffic(), failures.brokers());
        long asked = outcome.failure().retryAfter().toNanos();
        long pause;
        if (outcome.isPushedBack()) {
            pause = context.backoff().afterShed(asked);
        } else {
            asked = another && !outcome.isEverywhere() ? 0 : asked;
            pause = asked
                    + (failures.count() == 1 && another ? 0 : context.backoff().before(failures.count()));
        }
        long rest = asked > 0 ? LEAST_REST : 0;
        if (deadline - context.clock().getAsLong() <= pause + rest) {
            fail(asked > 0 ? failures.last(timeout) : failures.late(timeout));
        } else if (outcome.isHeldBack()) {
            // It cost no broker anything.
            later(pause);
        } else if (!context.budget().take()) {
            fail(failures.last(timeout));
        } else {
            context.events().retried(call);
            later(pause);
        }
    }

    private void later(long pause) {
        if (pause == 0) {
            attempt();
        } else {
            limit.leave(this);
            isCallers = false;
            var unused = context.threads().after(pause, this::takeTurn);
        }
    }

    private void fail(CallException failure) {
        if (end(failure.outcome())) {
            result.completeExceptionally(failures.isPerhapsDone() ? failure.afterRetry() : failure);
        }
    }

    /** False if the response is arriving: a cancelled consume must not lose its jobs. */
    private boolean cancelled() {
        Attempt last = underWay;
        return (!call.consumes() || last == null || !last.isArriving()) && end("cancelled");
    }

    @Override
    public void close() {
        fail(new CallException(CallException.UNREACHABLE, "the client is closed"));
    }

    /** Only the first end counts. */
    private boolean end(String outcome) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        context.inFlight().remove(this);
        limit.leave(this);
        forgetTurn();
        if (options.isCounted()) {
            context.events()
                    .called(call, outcome, Duration.ofNanos(context.clock().getAsLong() - begun));
        }
        Attempt last = underWay;
        if (last != null) {
            last.cancel();
        }
        return true;
    }
}
