package io.grape.chaos.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;

/** Nothing is wrong, and yet not all is as a worker may think. */
interface WorkCases {
    String ODD_ID = "a/b c%2Fd?ä";
    Duration LOOK = Duration.ofSeconds(3);
    /** In that time: a worker may have several that consume. */
    int MAX_POLLS = 10;

    Duration SLOW = Duration.ofSeconds(4);

    List<Case> ALL = List.of(
            new Case(
                    "new-fields",
                    "responses have fields that it does not know",
                    List.of(CaseJob.of(Case.ONE)),
                    broker -> new Script() {
                        @Override
                        public void deliver(ObjectNode job) {
                            job.putObject("later").putArray("is").add("new");
                        }
                    },
                    stage -> stage.awaitFinish(Case.ONE)),
            new Case(
                    "odd-id",
                    "an id that must be percent-encoded: " + ODD_ID,
                    List.of(CaseJob.of(ODD_ID)),
                    Case::nothing,
                    stage -> stage.awaitFinish(ODD_ID)),
            new Case("idle", "nothing is ready for 3 s, then a job is", List.of(), Case::nothing, WorkCases::idle),
            new Case(
                    "slow",
                    "each response takes 4 s",
                    List.of(CaseJob.sleeping(Case.ONE, 0, 60_000)),
                    broker -> new Script() {
                        @Override
                        public Turn turn(Call call) {
                            return Turn.slow(SLOW);
                        }
                    },
                    stage -> {
                        stage.awaitFinish(Case.ONE);
                        if (stage.seen().deliveries(Case.ONE) > 1) {
                            throw new Wrong("took the job twice", "wait longer than waitMs for a response");
                        }
                    }));

    private static void idle(Stage stage) {
        stage.await(() -> !stage.seen().consumes().isEmpty(), "consume");
        stage.watch(LOOK);
        List<Call> polls = stage.seen().consumes();
        // On a busy machine more time may have passed.
        long nanos = Math.max(LOOK.toNanos(), System.nanoTime() - polls.get(0).at());
        if (polls.size() > MAX_POLLS * (double) nanos / LOOK.toNanos()) {
            throw new Wrong(
                    "polled " + polls.size() + " times in "
                            + Duration.ofNanos(nanos).toMillis() + " ms",
                    "wait at the broker, with waitMs");
        }
        stage.produce(Case.ONE, "{}", "");
        stage.awaitFinish(Case.ONE);
    }
}
