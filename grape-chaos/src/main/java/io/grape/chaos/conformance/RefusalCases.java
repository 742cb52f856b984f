package io.grape.chaos.conformance;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;

/** Calls that are refused, and calls without a response. */
interface RefusalCases {
    Duration RETRY_AFTER = Duration.ofSeconds(2);
    /** What may be on its way when a refusal is sent. */
    long ON_ITS_WAY = Duration.ofMillis(100).toNanos();

    int TIMES = 2;
    Duration CUT = Duration.ofSeconds(3);
    int MAX_CUT = 30;

    List<Case> ALL = List.of(
            refused("shed", 503, "OVERLOADED", Call::isConsume, "consumes"),
            refused("draining", 503, "DRAINING", Call::isConsume, "consumes"),
            refused("quota", 429, "QUOTA_EXCEEDED", Call::isConsume, "consumes"),
            refused("shed-finish", 503, "OVERLOADED", Call::ends, "finishes"),
            new Case(
                    "lost-response",
                    "the finish is done, and its response is lost",
                    List.of(Job.of(Case.ONE)),
                    times(1, Call::ends, Turn.LOSE),
                    stage -> {
                        stage.await(() -> stage.seen().calls().stream().anyMatch(Call::ends), "finish the job");
                        stage.produce(Case.NEXT, "{}", "");
                        stage.awaitFinish(Case.NEXT);
                    }),
            new Case(
                    "cut",
                    "connections are cut for 3 s",
                    List.of(Job.of(Case.ONE)),
                    broker -> cutting(),
                    RefusalCases::cut));

    private static Case refused(String name, int status, String code, Predicate<Call> which, String what) {
        return new Case(
                name,
                "two " + what + " are " + status + " " + code + " with Retry-After: " + RETRY_AFTER.toSeconds(),
                List.of(Job.sleeping(Case.ONE, 0, 60_000)),
                times(TIMES, which, Turn.refuse(status, code, RETRY_AFTER)),
                stage -> patience(stage, which, code));
    }

    /** The first calls of a kind get this. */
    private static Function<Broker, Script> times(int count, Predicate<Call> which, Turn turn) {
        return broker -> {
            AtomicInteger left = new AtomicInteger(count);
            return new Script() {
                @Override
                public Turn turn(Call call) {
                    return which.test(call) && left.getAndDecrement() > 0 ? turn : Turn.PASS;
                }
            };
        };
    }

    private static Script cutting() {
        AtomicLong first = new AtomicLong();
        return new Script() {
            @Override
            public Turn turn(Call call) {
                first.compareAndSet(0, call.at());
                return call.at() - first.get() < CUT.toNanos() ? Turn.CUT : Turn.PASS;
            }
        };
    }

    private static void patience(Stage stage, Predicate<Call> which, String code) {
        stage.awaitFinish(Case.ONE);
        for (long refusal : stage.seen().refusals()) {
            stage.seen().calls().stream()
                    .filter(which)
                    .mapToLong(call -> call.at() - refusal)
                    .filter(after -> after > ON_ITS_WAY && after < RETRY_AFTER.toNanos() * 9 / 10)
                    .findFirst()
                    .ifPresent(after -> {
                        throw new Wrong(
                                "called again " + after / 1_000_000 + " ms after " + code,
                                "wait for as long as Retry-After says: " + RETRY_AFTER.toSeconds() + " s");
                    });
        }
        if (stage.seen().deliveries(Case.ONE) > 1) {
            throw new Wrong("took the job again", "repeat the finish, under the same lease");
        }
    }

    private static void cut(Stage stage) {
        stage.awaitFinish(Case.ONE);
        int calls = stage.seen().calls().size();
        if (calls > MAX_CUT) {
            throw new Wrong(
                    "called " + calls + " times in " + CUT.toSeconds() + " s",
                    "pause between calls that fail, for a random time that grows");
        }
    }
}
