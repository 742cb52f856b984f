package io.grape.chaos.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;

/** Leases that have to be kept, and leases that are lost. */
interface LeaseCases {
    long TTR_MILLIS = 3000;
    long LONG_MILLIS = 6000;
    Duration AFTER = Duration.ofSeconds(3);

    List<Case> ALL = List.of(
            new Case(
                    "long-job",
                    "a job takes twice its ttr",
                    List.of(CaseJob.sleeping(Case.ONE, LONG_MILLIS, TTR_MILLIS)),
                    Case::nothing,
                    LeaseCases::longJob),
            new Case(
                    "lost-while-working",
                    "the lease is lost while the job runs: 409 LEASE_LOST",
                    List.of(CaseJob.sleeping(Case.ONE, LONG_MILLIS, TTR_MILLIS)),
                    LeaseCases::thief,
                    LeaseCases::lost),
            new Case(
                    "lost-at-the-end",
                    "the lease is lost when the job is done: 409 LEASE_LOST",
                    List.of(CaseJob.sleeping(Case.ONE, 0, 60_000)),
                    LeaseCases::thief,
                    LeaseCases::lost));

    private static Script thief(RealBroker broker) {
        return new Script() {
            @Override
            public void deliver(ObjectNode job) {
                if (job.path("id").asText().equals(Case.ONE)) {
                    broker.steal(job);
                }
            }
        };
    }

    private static void longJob(Stage stage) {
        stage.await(() -> stage.seen().of(Case.ONE).stream().anyMatch(Told::ends), "finish the job");
        long touches =
                stage.seen().of(Case.ONE).stream().filter(one -> !one.ends()).count();
        // As long as nobody else wants the job, the broker takes its finish.
        boolean isKept = touches >= LONG_MILLIS / TTR_MILLIS && stage.seen().deliveries(Case.ONE) == 1;
        if (!isKept || !stage.seen().isDone(Case.ONE, "finish")) {
            throw new Wrong(
                    "touched a job of " + LONG_MILLIS + " ms " + touches + " times, and its ttr is " + TTR_MILLIS
                            + " ms",
                    "touch at a third of the ttr, again and again");
        }
    }

    private static void lost(Stage stage) {
        Seen seen = stage.seen();
        stage.await(() -> isTold(seen), "touch or finish the job");
        stage.produce(Case.NEXT, "{}", "");
        stage.awaitFinish(Case.NEXT);
        stage.watch(AFTER);
        long loss = seen.of(Case.ONE).stream()
                .filter(one -> one.code().equals("LEASE_LOST"))
                .mapToLong(Told::at)
                .findFirst()
                .orElseThrow();
        List<Told> after =
                seen.of(Case.ONE).stream().filter(one -> one.came() > loss).toList();
        // A touch may have been on its way.
        if (after.stream().anyMatch(Told::ends) || after.size() > 1) {
            throw new Wrong(
                    "called " + after.get(after.size() - 1).ack().op() + " after 409 LEASE_LOST, " + after.size()
                            + " calls in all",
                    "drop the job: another worker has it");
        }
    }

    private static boolean isTold(Seen seen) {
        return seen.of(Case.ONE).stream().anyMatch(one -> one.code().equals("LEASE_LOST"));
    }
}
