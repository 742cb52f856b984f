package io.grape.chaos.conformance;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Calls that are refused, and calls without a response. */
interface RefusalCases {
    Duration RETRY_AFTER = Duration.ofSeconds(2);
    /** How long calls are refused: less than that, since the worker measures it with a clock of its own. */
    long REFUSING = RETRY_AFTER.toNanos() * 9 / 10;
    /**
     * What may be on its way when a refusal is sent: a worker may have several that consume, on a busy machine. Whoever repeats calls
     * sooner than within {@link #REFUSING} makes one between the two.
     */
    long ON_ITS_WAY = RETRY_AFTER.toNanos() * 4 / 10;

    Duration CUT = Duration.ofSeconds(3);
    int MAX_CUT = 30;

    List<Case> ALL = List.of(
            refused("shed", 503, "OVERLOADED", Call::isConsume, "a consume"),
            refused("draining", 503, "DRAINING", Call::isConsume, "a consume"),
            refused("quota", 429, "QUOTA_EXCEEDED", Call::isConsume, "a consume"),
            refused("shed-finish", 503, "OVERLOADED", Call::ends, "a finish"),
            new Case(
                    "lost-response",
                    "the finish is done, and its response is lost",
                    List.of(CaseJob.of(Case.ONE)),
                    broker -> losing(),
                    stage -> {
                        stage.await(() -> stage.seen().calls().stream().anyMatch(Call::ends), "finish the job");
                        stage.produce(Case.NEXT, "{}", "");
                        stage.awaitFinish(Case.NEXT);
                    }),
            new Case(
                    "cut",
                    "connections are cut for 3 s",
                    List.of(CaseJob.of(Case.ONE)),
                    broker -> during(CUT.toNanos(), call -> true, Turn.CUT),
                    RefusalCases::cut));

    private static Case refused(String name, int status, String code, Predicate<Call> which, String what) {
        return new Case(
                name,
                what + " is " + status + " " + code + " with Retry-After: " + RETRY_AFTER.toSeconds(),
                List.of(CaseJob.sleeping(Case.ONE, 0, 60_000)),
                broker -> during(REFUSING, which, Turn.refuse(status, code, RETRY_AFTER)),
                stage -> patience(stage, which, code));
    }

    /** The first acknowledgement that ends a job gets no response. */
    private static Script losing() {
        AtomicBoolean isDone = new AtomicBoolean();
        return new Script() {
            @Override
            public Turn turn(Call call) {
                return call.ends() && !isDone.getAndSet(true) ? Turn.LOSE : Turn.PASS;
            }
        };
    }

    /** The first call of a kind gets this, and so do those that come soon after it. */
    private static Script during(long nanos, Predicate<Call> which, Turn turn) {
        AtomicLong first = new AtomicLong();
        return new Script() {
            @Override
            public Turn turn(Call call) {
                if (!which.test(call)) {
                    return Turn.PASS;
                }
                first.compareAndSet(0, call.at());
                return call.at() - first.get() < nanos ? turn : Turn.PASS;
            }
        };
    }

    private static void patience(Stage stage, Predicate<Call> which, String code) {
        stage.awaitFinish(Case.ONE);
        for (long refusal : stage.seen().refusals()) {
            List<Long> after = stage.seen().calls().stream()
                    .filter(which)
                    .map(call -> call.at() - refusal)
                    .filter(nanos -> nanos > 0 && nanos < REFUSING)
                    .toList();
            if (after.stream().anyMatch(nanos -> nanos > ON_ITS_WAY)) {
                throw new Wrong(
                        "called again " + Duration.ofNanos(after.get(0)).toMillis() + " ms after " + code,
                        "wait for as long as Retry-After says: " + RETRY_AFTER.toSeconds() + " s");
            }
        }
        if (stage.seen().deliveries(Case.ONE) > 1) {
            throw new Wrong("took the job again", "repeat the finish, under the same lease");
        }
    }

    private static void cut(Stage stage) {
        stage.awaitFinish(Case.ONE);
        List<Call> all = stage.seen().calls();
        long calls = all.stream()
                .filter(call -> call.at() - all.get(0).at() < CUT.toNanos())
                .count();
        if (calls > MAX_CUT) {
            throw new Wrong(
                    "called " + calls + " times in " + CUT.toSeconds() + " s",
                    "pause between calls that fail, for a random time that grows");
        }
    }
}
