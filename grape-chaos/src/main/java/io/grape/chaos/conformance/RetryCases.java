package io.grape.chaos.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Jobs that fail. */
interface RetryCases {
    /** The delays of so many are added up, since each is random. */
    int JOBS = 10;

    int LATER = 6;
    String BURY = "bury the job, with a reason for people";
    String AGAIN = "release it with a delayMs that grows with the attempt, and is random";

    List<Case> ALL = List.of(
            new Case(
                    "failing",
                    "jobs fail at their first and at their sixth attempt",
                    Stream.of("first", "sixth")
                            .flatMap(kind -> ids(kind).map(id -> CaseJob.failing(id, "maxAttempts=20")))
                            .toList(),
                    broker -> new Script() {
                        @Override
                        public void deliver(ObjectNode job) {
                            job.put("attempt", job.path("id").asText().startsWith("sixth") ? LATER : 1);
                        }
                    },
                    RetryCases::failing),
            new Case(
                    "last-attempt",
                    "a job fails at its last attempt",
                    List.of(CaseJob.failing(Case.ONE, "maxAttempts=1")),
                    Case::nothing,
                    stage -> {
                        Told end = end(stage, Case.ONE, BURY);
                        if (!end.ack().op().equals("bury")) {
                            throw new Wrong("called " + end.ack().op(), BURY);
                        }
                        if (end.ack().fields().path("reason").asText().isEmpty()) {
                            throw new Wrong("buried the job without a reason", "say what failed in reason");
                        }
                    }));

    private static Stream<String> ids(String kind) {
        return IntStream.range(0, JOBS).mapToObj(number -> kind + "-" + number);
    }

    private static Told end(Stage stage, String id, String should) {
        stage.await(() -> stage.seen().of(id).stream().anyMatch(Told::ends), should);
        return stage.seen().of(id).stream().filter(Told::ends).findFirst().orElseThrow();
    }

    private static void failing(Stage stage) {
        long first = delays(stage, "first");
        long sixth = delays(stage, "sixth");
        if (sixth <= first * 2) {
            throw new Wrong(
                    "waits " + first / JOBS + " ms after the first attempt and " + sixth / JOBS
                            + " ms after the sixth, on average",
                    AGAIN);
        }
    }

    private static long delays(Stage stage, String kind) {
        return ids(kind)
                .map(id -> end(stage, id, AGAIN))
                .mapToLong(end -> {
                    if (!end.ack().op().equals("release")) {
                        throw new Wrong("called " + end.ack().op() + " for a job that failed", AGAIN);
                    }
                    if (!end.ack().fields().has("delayMs")) {
                        throw new Wrong("released a job that failed without delayMs", AGAIN);
                    }
                    return end.ack().fields().path("delayMs").asLong();
                })
                .sum();
    }
}
