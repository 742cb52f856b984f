package io.grape.redis.schedule;

import static io.grape.redis.schedule.EvaluationThreads.CHANGES;

import io.grape.catalog.ScheduleFields;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.schedule.Backfill;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.Schedules;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Makes jobs of a schedule beside its occurrences. */
final class ExtraRuns {
    private static final Script RUN = Script.ofTube("schedule_run");
    private static final int JOBS_A_RUN = 100;
    private static final int FIRST = 2;
    private static final String MADE = "made";

    private final TubeScripts scripts;
    private final ScheduleReader reader;

    ExtraRuns(TubeScripts scripts, ScheduleReader reader) {
        this.scripts = scripts;
        this.reader = reader;
    }

    CompletionStage<JobId> run(TubeName tube, String name) {
        JobId id = new JobId(name + "~run~" + JobId.random());
        return reader.now(tube)
                .thenCompose(now -> scripts.runOrFail(RUN, tube, add(args(tube, name, "run"), id.value(), now)))
                .thenCompose(reply -> reply.text(FIRST).equals(MADE)
                        ? CompletableFuture.completedStage(id)
                        : CompletableFuture.failedStage(refusal(tube, reply.text(FIRST))));
    }

    private Args args(TubeName tube, String name, String what) {
        return scripts.hintingArgs(tube).add(name).add(what);
    }

    private static Args add(Args args, String id, Instant at) {
        return args.add(id).none().add(at.toString());
    }

    private static GrapeException refusal(TubeName tube, String why) {
        String[] parts = why.split(" ", -1);
        return switch (parts[0]) {
            case "GATED" ->
                new GrapeException(ErrorCode.GATED, "gate " + parts[1] + " of tube " + tube + " refuses the job");
            case "TUBE_FULL" ->
                new GrapeException(
                        ErrorCode.TUBE_FULL,
                        "tube " + tube + " has no room for the job: its " + parts[1] + " is reached");
            default -> new GrapeException(ErrorCode.DUPLICATE, "the job is live already");
        };
    }

    CompletionStage<List<Instant>> past(TubeName tube, String name, Instant from, Instant to) {
        if (!to.isAfter(from)) {
            throw GrapeException.badValue("to", "an instant after from", to);
        }
        ScheduleFields.FROM.type().validated(from, "from", GrapeException::badValue);
        return reader.one(tube, name)
                .thenApplyAsync(
                        one -> {
                            if (to.isAfter(one.status(false).now())) {
                                throw GrapeException.badValue("to", "an instant that is not in the future", to);
                            }
                            return instants(one.spec(), from, to);
                        },
                        CHANGES);
    }

    private static List<Instant> instants(ScheduleSpec spec, Instant from, Instant to) {
        List<Instant> found = new ArrayList<>();
        Instant next = spec.timing().after(from.minusMillis(1));
        while (next != null && next.isBefore(to)) {
            found.add(next);
            if (found.size() > Schedules.MAX_BACKFILL) {
                throw GrapeException.badValue(
                        "from, to", "at most " + Schedules.MAX_BACKFILL + " occurrences in between", "more");
            }
            next = spec.timing().after(next);
        }
        return found;
    }

    CompletionStage<Backfill> backfill(TubeName tube, String name, List<Instant> instants) {
        if (instants.isEmpty()) {
            return CompletableFuture.completedStage(Backfill.NONE);
        }
        List<Instant> some = instants.subList(0, Math.min(JOBS_A_RUN, instants.size()));
        Args args = args(tube, name, "backfill");
        some.forEach(at -> add(args, name + "~" + at, at));
        return scripts.runOrFail(RUN, tube, args)
                .thenCompose(reply -> backfill(tube, name, instants.subList(some.size(), instants.size()))
                        .thenApply(later -> outcome(reply).plus(later)));
    }

    private static Backfill outcome(Reply reply) {
        int made = 0;
        int kept = 0;
        int refused = 0;
        String reason = null;
        for (int at = FIRST; at < reply.size(); at++) {
            String outcome = reply.text(at);
            if (outcome.equals(MADE)) {
                made++;
            } else if (outcome.equals("DUPLICATE")) {
                kept++;
            } else {
                refused++;
                reason = outcome;
            }
        }
        return new Backfill(made, kept, refused, reason);
    }
}
