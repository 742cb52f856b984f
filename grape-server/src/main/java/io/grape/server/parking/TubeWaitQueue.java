package io.grape.server.parking;

import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.job.ResponseRoom;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.failure.Failures;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Those who wait for one tube, in the order they came. One consume at a time serves them all. Lives on one event loop. */
final class TubeWaitQueue {
    private static final long NO_TIMER = -1;
    /** How soon it is looked whether a caller that held too much still does. */
    private static final Duration FULL = Duration.ofMillis(500);
    /** How soon it is looked again after a look was shed. */
    private static final Duration SHED = Duration.ofSeconds(1);

    private final TubeName tube;
    private final Vertx vertx;
    private final Context context;
    private final PollInterval pace;
    private final JobSource source;
    private final Consumer<TubeName> onEmpty;
    private final Set<ParkedConsumer> visitors = new LinkedHashSet<>();
    private boolean running;
    private boolean again;
    private long timer = NO_TIMER;
    private long timerAt;

    TubeWaitQueue(
            TubeName tube,
            Vertx vertx,
            Context context,
            PollInterval pace,
            JobSource source,
            Consumer<TubeName> onEmpty) {
        this.tube = tube;
        this.vertx = vertx;
        this.context = context;
        this.pace = pace;
        this.source = source;
        this.onEmpty = onEmpty;
    }

    void enter(ParkedConsumer visitor) {
        visitors.add(visitor);
        run();
    }

    void leave(ParkedConsumer visitor) {
        visitors.remove(visitor);
        closeIfEmpty();
    }

    private void closeIfEmpty() {
        if (visitors.isEmpty() && !running) {
            disarm();
            onEmpty.accept(tube);
        }
    }

    void hinted(Duration in) {
        if (in.isZero()) {
            run();
        } else {
            arm(in);
        }
    }

    /** Consumes for everybody here; once more afterwards if somebody came or something happened meanwhile. */
    void run() {
        if (running) {
            again = true;
            return;
        }
        int demand = withRoom().mapToInt(ParkedConsumer::max).sum();
        if (demand > 0) {
            consume(Math.min(demand, Limits.MAX_BATCH));
        }
        lookAgainForFull();
    }

    private Stream<ParkedConsumer> withRoom() {
        return visitors.stream().filter(visitor -> !visitor.room().isFull());
    }

    /** Those whose caller holds too much are served when it has given some back: nobody tells. */
    private void lookAgainForFull() {
        List<ParkedConsumer> full =
                visitors.stream().filter(visitor -> visitor.room().isFull()).toList();
        full.forEach(ParkedConsumer::hasNoRoom);
        if (!full.isEmpty()) {
            arm(FULL);
        }
    }

    private void consume(int max) {
        running = true;
        again = false;
        withRoom().forEach(visitor -> visitor.lookBegins(tube));
        disarm();
        PollInterval.Turn turn = pace.turn();
        long pollAt = System.nanoTime() + turn.next().toNanos();
        ResponseRoom room = source.room();
        Future.fromCompletionStage(
                        source.await(room, max, ParkedConsumer.ROOM_WITHIN)
                                .thenCompose(there -> source.take(tube, max, turn.parking())),
                        context)
                .onComplete(handout -> {
                    running = false;
                    if (handout.succeeded()) {
                        served(handout.result(), pollAt);
                    } else {
                        failed(handout.cause(), pollAt);
                    }
                    room.release();
                    closeIfEmpty();
                });
    }

    /** Who waits for other tubes, too, stays: this one may be well again by the next look. */
    private void failed(Throwable failure, long pollAt) {
        if (Failures.isShed(failure)) {
            List.copyOf(visitors).forEach(visitor -> visitor.shed(tube, failure));
            visitors.removeIf(ParkedConsumer::isGone);
            if (!visitors.isEmpty()) {
                arm(SHED);
            }
            return;
        }
        List.copyOf(visitors).forEach(visitor -> visitor.failed(tube, failure));
        visitors.removeIf(ParkedConsumer::isGone);
        if (again) {
            run();
        } else if (!visitors.isEmpty()) {
            armAt(pollAt);
        }
    }

    private void served(ConsumeResult handout, long pollAt) {
        deal(handout);
        // Whoever has no room now, and would have got some of the jobs, is not told that there are none.
        (handout.jobs().isEmpty() ? visitors.stream() : withRoom())
                .toList()
                .forEach(visitor -> visitor.foundNothing(tube));
        visitors.removeIf(ParkedConsumer::isGone);
        Duration next = handout.next();
        if (visitors.isEmpty()) {
            return;
        }
        if (again
                || (next != null && next.isZero())
                || (next == null && !handout.jobs().isEmpty())) {
            run();
        } else {
            armAt(pollAt);
            if (next != null) {
                arm(next);
            }
            lookAgainForFull();
        }
    }

    private void deal(ConsumeResult handout) {
        List<ParkedConsumer> turn =
                withRoom().filter(visitor -> !visitor.isGone()).toList();
        List<List<Job>> hands =
                handout.deal(turn.stream().map(ParkedConsumer::max).toList());
        int dealt = hands.stream().mapToInt(List::size).sum();
        List<Job> left =
                new ArrayList<>(handout.jobs().subList(dealt, handout.jobs().size()));
        for (int at = 0; at < turn.size(); at++) {
            List<Job> hand = hands.get(at);
            if (!hand.isEmpty()) {
                turn.get(at).room().hold(MemoryBudgets.of(hand));
                if (!turn.get(at).complete(hand)) {
                    left.addAll(hand);
                }
            }
        }
        if (!left.isEmpty()) {
            source.giveBack(left);
        }
    }

    /** Runs after {@code in}, unless it will run earlier anyway. */
    private void arm(Duration in) {
        armAt(System.nanoTime() + in.toNanos());
    }

    private void armAt(long at) {
        if (timer != NO_TIMER && timerAt - at <= 0) {
            return;
        }
        disarm();
        timerAt = at;
        long millis = TimeUnit.NANOSECONDS.toMillis(at - System.nanoTime());
        timer = vertx.setTimer(Math.max(1, millis), due -> {
            timer = NO_TIMER;
            run();
        });
    }

    private void disarm() {
        if (timer != NO_TIMER) {
            vertx.cancelTimer(timer);
            timer = NO_TIMER;
        }
    }
}
