package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.Verb;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Payload;
import io.grape.core.overload.WorkClass;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchLane;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.JobPlace;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.Submission;
import io.grape.redis.script.TubeScripts;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Runs the scripts finish, release, bury, touch, handback and handover. Each runs once for all its jobs in a slice. */
final class AckVerbs {
    private static final Script RELEASE = Script.ofTube("release");
    static final Script BURY = Script.ofTube("bury");
    private static final Script TOUCH = Script.ofTube("touch");
    private static final Script HANDBACK = Script.ofTube("handback");
    private static final Script HANDOVER = Script.ofTube("handover");
    private static final Set<Verb> HINTING = EnumSet.of(Verb.RELEASE, Verb.HANDBACK, Verb.HANDOVER);
    private static final int NO_PERCENT = 255;
    /** Before how many bytes the result may have. */
    private static final String TOO_LARGE = "TOO_LARGE ";

    private static final String SUCCESSOR = "SUCCESSOR";

    private final TubeScripts scripts;
    private final Finisher finisher;

    AckVerbs(TubeScripts scripts) {
        this.scripts = scripts;
        this.finisher = new Finisher(scripts);
    }

    /** Acknowledgements of one kind, in one tube. */
    private record Lane(AckVerbs verbs, TubeName tube, Verb verb)
            implements BatchLane<Acknowledgement, ItemResult<Acknowledged>> {
        @Override
        public WorkClass workClass() {
            return WorkClass.ACKNOWLEDGE;
        }

        @Override
        public int jobs(Acknowledgement one) {
            return 1;
        }

        @Override
        public Predicate<Acknowledgement> batchLimiter() {
            return BatchSplitter.batchLimiter(Acknowledgement::id, AckVerbs::bytes);
        }

        @Override
        public CompletionStage<List<ItemResult<Acknowledged>>> run(List<Acknowledgement> all, Deadline deadline) {
            return verbs.run(this, all, deadline);
        }
    }

    CompletionStage<List<ItemResult<Acknowledged>>> acknowledge(TubeName tube, List<Acknowledgement> all) {
        return BatchSplitter.inOrder(all, Acknowledgement::id, slice -> submitAll(tube, slice));
    }

    /** A slice contains no job twice, so its verbs do not depend on each other. */
    private List<CompletableFuture<ItemResult<Acknowledged>>> submitAll(TubeName tube, List<Acknowledgement> slice) {
        Map<Verb, List<Acknowledgement>> byVerb = slice.stream()
                .collect(Collectors.groupingBy(
                        Acknowledgement::verb, () -> new EnumMap<>(Verb.class), Collectors.toList()));
        Map<Verb, Iterator<CompletableFuture<ItemResult<Acknowledged>>>> results = new EnumMap<>(Verb.class);
        byVerb.forEach((verb, some) -> results.put(
                verb,
                scripts.batcher()
                        .submitAll(new Lane(this, tube, verb), some, new Submission(CallContext.NONE))
                        .iterator()));
        return slice.stream()
                .map(one -> Objects.requireNonNull(results.get(one.verb())).next())
                .toList();
    }

    CompletionStage<ItemResult<Acknowledged>> acknowledge(TubeName tube, Acknowledgement one) {
        return scripts.batcher().submit(new Lane(this, tube, one.verb()), one, CallContext.NONE);
    }

    private CompletionStage<List<ItemResult<Acknowledged>>> run(
            Lane lane, List<Acknowledgement> all, Deadline deadline) {
        if (lane.verb() == Verb.FINISH) {
            return finisher.run(lane.tube(), all, deadline)
                    .thenCompose(reply -> reply.code().equals(Finisher.DONE)
                            ? CompletableFuture.completedStage(reply)
                            : finisher.otherwise(reply, lane.tube(), all, deadline))
                    .thenApply(reply -> outcomes(reply, all, 1));
        }
        boolean mayHint = HINTING.contains(lane.verb());
        boolean isPair = mayHint || lane.verb() == Verb.TOUCH;
        Args args = mayHint ? scripts.hintingArgs(lane.tube()) : scripts.args(lane.tube());
        all.forEach(one -> add(args, one));
        return scripts.runner()
                .run(script(lane.verb()), scripts.keys(lane.tube()), args, deadline)
                .thenCompose(reply -> scripts.checked(reply, lane.tube()))
                .thenApply(reply -> outcomes(reply, all, isPair ? 2 : 1));
    }

    private static Script script(Verb verb) {
        return switch (verb) {
            case RELEASE -> RELEASE;
            case BURY -> BURY;
            case TOUCH -> TOUCH;
            case HANDBACK -> HANDBACK;
            case HANDOVER -> HANDOVER;
            default -> throw new IllegalStateException("not an acknowledgement: " + verb);
        };
    }

    private static List<ItemResult<Acknowledged>> outcomes(Reply reply, List<Acknowledgement> batch, int values) {
        Instant at = Instant.ofEpochMilli(reply.number(1));
        // One outcome is that of one job, or of all.
        int step = reply.size() == 2 + values ? 0 : values;
        List<ItemResult<Acknowledged>> outcomes = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            outcomes.add(outcome(reply, 2 + i * step, batch.get(i), at));
        }
        return outcomes;
    }

    private static void add(Args args, Acknowledgement one) {
        args.add(one.id().value()).add(one.lease());
        if (one instanceof Acknowledgement.Release release) {
            Duration delay = release.delay();
            args.addOptional(delay == null ? null : delay.toMillis());
            args.addOptional(release.priority());
            Duration rest = release.restKey();
            args.addOptional(rest == null ? null : rest.toMillis());
        } else if (one instanceof Acknowledgement.Bury bury) {
            args.add(bury.reason());
            args.addOptional(bury.priority());
        } else if (one instanceof Acknowledgement.HandBack back) {
            args.add(back.delay().toMillis());
        } else if (one instanceof Acknowledgement.Touch touch) {
            args.add(progress(touch));
        } else if (one instanceof Acknowledgement.HandOver over) {
            args.add(TypedBytes.of(over.checkpoint().payload()));
        }
    }

    /** Percent in a byte, and the note; nothing where neither is said. */
    private static byte[] progress(Acknowledgement.Touch touch) {
        Integer percent = touch.progress();
        if (percent == null && touch.note() == null) {
            return new byte[0];
        }
        byte[] note = (touch.note() == null ? "" : touch.note()).getBytes(UTF_8);
        return ByteBuffer.allocate(1 + note.length)
                .put((byte) (percent == null ? NO_PERCENT : percent))
                .put(note)
                .array();
    }

    private static int bytes(Acknowledgement one) {
        if (one instanceof Acknowledgement.Finish finish) {
            Payload result = finish.result();
            return result == null ? 0 : result.bytes().length;
        }
        return one instanceof Acknowledgement.HandOver over
                ? over.checkpoint().payload().bytes().length
                : 0;
    }

    /** A buried job has the due time of its successor behind the word, others have it in the next value; a finished one has none. */
    private static Acknowledged succeeded(Acknowledgement one, String said, Reply reply, int next, Instant at) {
        if (one.verb() == Verb.FINISH) {
            return new Acknowledged(one.id(), null, null, null, null, true, at);
        }
        String due = one.verb() == Verb.BURY ? said.substring(SUCCESSOR.length() + 1) : reply.text(next);
        Instant dueAt = Instant.ofEpochMilli(Long.parseLong(due));
        JobState state = JobPlace.WAITING.state(!dueAt.isAfter(at));
        return new Acknowledged(one.id(), state, dueAt, null, null, true, at);
    }

    private static ItemResult<Acknowledged> outcome(Reply reply, int index, Acknowledgement one, Instant at) {
        JobId id = one.id();
        String said = reply.text(index);
        if (said.startsWith(SUCCESSOR)) {
            return ItemResult.of(succeeded(one, said, reply, index + 1, at));
        }
        if (said.startsWith(TOO_LARGE)) {
            long maxBytes = Long.parseLong(said.substring(TOO_LARGE.length()));
            return ItemResult.failed(GrapeException.tooLarge("result", maxBytes, bytes(one)));
        }
        return switch (said) {
            case "JOB_NOT_FOUND" -> ItemResult.failed(ErrorCode.JOB_NOT_FOUND, "job " + id + " does not exist");
            case "UNREADABLE" ->
                ItemResult.failed(ErrorCode.WRONG_STATE, "job " + id + " cannot be read, only deleted");
            case "LEASE_LOST" ->
                ItemResult.failed(
                        ErrorCode.LEASE_LOST, "lease " + one.lease() + " is not the current one of job " + id);
            case "ORDERED" ->
                ItemResult.failed(
                        ErrorCode.BAD_REQUEST, "priority: expected none, as the tube keeps the order of its keys");
            case "KEYLESS" ->
                ItemResult.failed(
                        ErrorCode.WRONG_STATE, "job " + id + " has no key that could rest, or its tube has no keys");
            case "OK" -> ItemResult.of(new Acknowledged(id, null, null, null, at));
            case "failed" -> ItemResult.of(new Acknowledged(id, JobState.FAILED, null, null, at));
            case "delayed", "ready" -> {
                Instant dueAt = Instant.ofEpochMilli(reply.millis(index + 1));
                yield ItemResult.of(new Acknowledged(id, JobState.parse(reply.text(index)), dueAt, null, at));
            }
            default -> {
                Instant leaseUntil = Instant.ofEpochMilli(reply.number(index));
                yield ItemResult.of(new Acknowledged(
                        id, JobState.RETAINED, null, leaseUntil, WorkReader.cancelled(reply, index + 1), at));
            }
        };
    }
}
