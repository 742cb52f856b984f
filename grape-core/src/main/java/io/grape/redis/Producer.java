package io.grape.redis;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.NewJob;
import io.grape.core.OnMissingTube;
import io.grape.core.Outcome;
import io.grape.core.Produced;
import io.grape.core.TubeName;
import io.grape.core.TubeSettings;
import io.grape.core.Tubes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Runs the produce script, and makes the tube where there is none and one is wanted. */
final class Producer {
    private static final Script PRODUCE = Script.ofTube("produce");

    private final TubeScripts scripts;
    private final Tubes tubes;

    Producer(TubeScripts scripts, Tubes tubes) {
        this.scripts = scripts;
        this.tubes = tubes;
    }

    CompletionStage<List<Outcome<Produced>>> produce(TubeName tube, List<NewJob> jobs, OnMissingTube onMissing) {
        List<List<NewJob>> slices =
                Slices.of(jobs, NewJob::id, job -> job.payload().bytes().length);
        return Slices.inOrder(slices, slice -> run(tube, slice, onMissing));
    }

    private CompletionStage<List<Outcome<Produced>>> run(TubeName tube, List<NewJob> jobs, OnMissingTube onMissing) {
        Args args = scripts.hintingArgs(tube);
        jobs.forEach(job -> add(args, job));
        return scripts.run(PRODUCE, tube, args)
                .thenCompose(reply -> switch (reply.code()) {
                    case "TUBE_NOT_FOUND" ->
                        onMissing == OnMissingTube.CREATE
                                ? tubes.create(tube, TubeSettings.DEFAULT)
                                        .thenCompose(created -> scripts.runOrFail(PRODUCE, tube, args))
                                : scripts.checked(reply, tube);
                    case "DELETING" -> goOnDeleting(tube, reply);
                    default -> scripts.checked(reply, tube);
                })
                .thenApply(reply -> outcomes(reply, jobs));
    }

    /** A removal whose broker died is ended by whoever meets it, and the caller asked to come again. */
    private CompletionStage<Reply> goOnDeleting(TubeName tube, Reply reply) {
        tubes.migrate(tube).exceptionally(failure -> new Tubes.Migration(0, null));
        return scripts.checked(reply, tube);
    }

    private static void add(Args args, NewJob job) {
        Duration delay = job.due().delay();
        Instant at = job.due().at();
        Duration ttr = job.ttr();
        Integer attempts = job.maxAttempts();
        args.add(job.id().value());
        addOptional(args, delay == null ? null : delay.toMillis());
        addOptional(args, at == null ? null : at.toEpochMilli());
        addOptional(args, ttr == null ? null : ttr.toMillis());
        args.add(job.priority());
        addOptional(args, attempts == null ? null : attempts.longValue());
        args.add(job.onDuplicate().wireName());
        args.add(JobHeader.shortName(job.payload().contentType()));
        args.add(job.payload().bytes());
    }

    private static void addOptional(Args args, @Nullable Long value) {
        if (value == null) {
            args.none();
        } else {
            args.add(value);
        }
    }

    private static List<Outcome<Produced>> outcomes(Reply reply, List<NewJob> jobs) {
        List<Outcome<Produced>> outcomes = new ArrayList<>(jobs.size());
        for (int i = 0; i < jobs.size(); i++) {
            outcomes.add(outcome(reply, 1 + 3 * i, jobs.get(i)));
        }
        return outcomes;
    }

    private static Outcome<Produced> outcome(Reply reply, int at, NewJob job) {
        JobState state = JobState.parse(reply.text(at + 1));
        Instant dueAt = reply.isEmpty(at + 2) ? null : Instant.ofEpochMilli(reply.millis(at + 2));
        return switch (reply.text(at)) {
            case "created" -> Outcome.of(new Produced(job.id(), state, true, dueAt));
            case "replaced", "kept" -> Outcome.of(new Produced(job.id(), state, false, dueAt));
            case "DUPLICATE" ->
                Outcome.failed(ErrorCode.DUPLICATE, "job " + job.id() + " is live already: " + state.wireName());
            case "WRONG_STATE" ->
                Outcome.failed(ErrorCode.WRONG_STATE, "job " + job.id() + " is retained and cannot be replaced now");
            default -> throw new IllegalStateException("produce answered " + reply.text(at));
        };
    }
}
