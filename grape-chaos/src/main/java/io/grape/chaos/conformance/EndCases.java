package io.grape.chaos.conformance;

import java.time.Duration;
import java.util.List;

/** SIGTERM. */
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
            }));
}
