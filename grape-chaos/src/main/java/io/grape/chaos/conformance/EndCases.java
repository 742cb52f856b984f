package io.grape.chaos.conformance;

import java.time.Duration;
import java.util.List;

/** SIGTERM, and SIGKILL. */
interface EndCases {
    Duration WHILE = Duration.ofMillis(500);

    List<Case> ALL = List.of(
            new Case(
                    "end-at-work",
                    "SIGTERM while it works on the first of several jobs",
                    List.of(
                            CaseJob.sleeping("a", 2000, 60_000),
                            CaseJob.sleeping("b", 2000, 60_000),
                            CaseJob.sleeping("c", 2000, 60_000)),
                    Case::nothing,
                    stage -> {
                        stage.await(() -> stage.seen().deliveries() > 0, "consume");
                        stage.watch(WHILE);
                        stage.terminate();
                        List<String> open = stage.seen().open();
                        if (!open.isEmpty()) {
                            throw new Wrong(
                                    "ended with jobs in its hands: " + String.join(", ", open),
                                    "end what has begun, and hand back the rest");
                        }
                    }),
            new Case("end-idle", "SIGTERM while it waits for jobs", List.of(), Case::nothing, stage -> {
                stage.await(() -> !stage.seen().consumes().isEmpty(), "consume");
                stage.watch(WHILE);
                stage.terminate();
            }),
            new Case(
                    "killed",
                    "SIGKILL while it works on a job with a ttr of ten minutes, then a new start; only if it shows its presence",
                    List.of(CaseJob.sleeping("a", 3000, 600_000)),
                    Case::nothing,
                    stage -> {
                        stage.await(() -> stage.seen().deliveries("a") > 0, "consume");
                        stage.watch(WHILE);
                        if (stage.seen().isPresent()) {
                            stage.killAndStart();
                            stage.await(
                                    () -> stage.seen().deliveries("a") > 1,
                                    "get the job again: send Grape-Worker with each consume and acknowledgement");
                            stage.awaitFinish("a");
                        }
                    }));
}
