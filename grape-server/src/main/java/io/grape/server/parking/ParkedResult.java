package io.grape.server.parking;

import io.grape.core.JobState;
import io.grape.core.job.PendingState;
import io.grape.server.failure.Failures;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Somebody who waits until a job has finished. Ends after a look that found that, or after a look when its time is over. */
final class ParkedResult implements PendingState {
    private static final long NO_TIMER = -1;

    private final Duration wait;
    private final Vertx vertx;
    private final Context context;
    private final PollInterval pace;
    private final Function<Duration, CompletionStage<JobState>> look;
    private final long came = System.nanoTime();
    private final CompletableFuture<JobState> end = new CompletableFuture<>();
    private @Nullable JobState last;
    private boolean looking;
    private boolean again;
    private boolean isOver;
    private long poll = NO_TIMER;
    private long timeout = NO_TIMER;

    /**
     * Waits for nothing yet.
     *
     * @param context the event loop that its state belongs to
     * @param look for how long finishes are to be announced
     */
    ParkedResult(
            Duration wait,
            Vertx vertx,
            Context context,
            PollInterval pace,
            Function<Duration, CompletionStage<JobState>> look) {
        this.wait = wait;
        this.vertx = vertx;
        this.context = context;
        this.pace = pace;
        this.look = look;
    }

    void enter() {
        long left = wait.toMillis() - Duration.ofNanos(System.nanoTime() - came).toMillis();
        timeout = vertx.setTimer(Math.max(1, left), over -> {
            isOver = true;
            look();
        });
        look();
    }

    /** Looks at the job; once more afterwards if something happened meanwhile. */
    void look() {
        if (end.isDone()) {
            return;
        }
        if (looking) {
            again = true;
            return;
        }
        looking = true;
        again = false;
        cancel(poll);
        PollInterval.Turn turn = pace.turn();
        boolean isLast = isOver;
        Future.fromCompletionStage(look.apply(isLast ? Duration.ZERO : turn.parking()), context)
                .onSuccess(state -> looked(state, isLast, turn))
                .onFailure(failure -> failed(failure, isLast, turn));
    }

    /** Who waits is not told of a look that was shed: there is another one. */
    private void failed(Throwable failure, boolean isLast, PollInterval.Turn turn) {
        if (isLast || !Failures.isShed(failure)) {
            end.completeExceptionally(failure);
            return;
        }
        looking = false;
        if (isOver) {
            look();
        } else {
            poll = vertx.setTimer(turn.next().toMillis(), due -> look());
        }
    }

    private void looked(JobState state, boolean isLast, PollInterval.Turn turn) {
        looking = false;
        last = state;
        if (isLast || isEnd(state)) {
            end.complete(state);
        } else if (again) {
            look();
        } else {
            poll = vertx.setTimer(turn.next().toMillis(), due -> look());
        }
    }

    private static boolean isEnd(JobState state) {
        return state == JobState.FINISHED || state == JobState.FAILED;
    }

    void disarm() {
        cancel(poll);
        cancel(timeout);
    }

    private void cancel(long timer) {
        if (timer != NO_TIMER) {
            vertx.cancelTimer(timer);
        }
    }

    @Override
    public CompletionStage<JobState> state() {
        return end;
    }

    /** Before the first look has ended, that one is waited for. */
    @Override
    public void leave() {
        context.runOnContext(leave -> {
            isOver = true;
            if (last != null) {
                end.complete(last);
            } else if (!looking) {
                look();
            } else {
                again = true;
            }
        });
    }
}
