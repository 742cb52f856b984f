package io.grape.redis.schedule;

import static io.grape.redis.schedule.EvaluationThreads.CHANGES;
import static io.grape.redis.schedule.EvaluationThreads.READS;

import io.grape.core.Alphabet;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Due;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.schedule.Backfill;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.ScheduleChange;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.Schedules;
import io.grape.core.schedule.TickQuota;
import io.grape.redis.broker.BrokerCapabilities;
import io.grape.redis.job.NewJobArgs;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.Stages;
import io.grape.redis.script.TubeScripts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The schedules of tubes in Redis. */
public final class RedisSchedules implements Schedules {
    private static final Script RESCHEDULE = Script.ofTube("reschedule");
    /** What makes occurrences: a full Redis refuses it. */
    private static final Script MAKING = RESCHEDULE.refusedWhenFull();

    private static final JobId ANY = new JobId("any");
    /** How often a change is tried again because a tick came in between. */
    private static final int MAX_ATTEMPTS = 10;

    private final TubeScripts scripts;
    private final BrokerCapabilities capabilities;
    private final DueIndex index;
    private final ScheduleReader reader;
    private final ExtraRuns extraRuns;
    private final Supplier<CompletionStage<Instant>> time;

    public RedisSchedules(
            TubeScripts scripts,
            ScriptRunner runner,
            Keys keys,
            BrokerCapabilities capabilities,
            Supplier<CompletionStage<Instant>> time) {
        this.time = time;
        this.scripts = scripts;
        this.capabilities = capabilities;
        this.index = new DueIndex(runner, keys);
        this.reader = new ScheduleReader(scripts);
        this.extraRuns = new ExtraRuns(scripts, reader);
    }

    /** The ticks of these schedules. */
    public RedisScheduleTicks ticks(TickQuota quota) {
        return new RedisScheduleTicks(scripts, index, reader, quota);
    }

    @Override
    public CompletionStage<List<ScheduleStatus>> list(TubeName tube) {
        return list(tube, 0, new LinkedHashMap<>());
    }

    /** One that moves meanwhile may be met twice. */
    private CompletionStage<List<ScheduleStatus>> list(TubeName tube, int skip, Map<String, ScheduleStatus> found) {
        return reader.page(tube, skip)
                .thenComposeAsync(
                        page -> {
                            page.forEach(one -> found.put(one.name(), one.status(false)));
                            return page.size() < ScheduleReader.PAGE
                                    ? CompletableFuture.completedStage(sorted(found))
                                    : list(tube, skip + ScheduleReader.PAGE, found);
                        },
                        READS);
    }

    private static List<ScheduleStatus> sorted(Map<String, ScheduleStatus> found) {
        List<ScheduleStatus> all = new ArrayList<>(found.values());
        all.sort(Comparator.comparing(ScheduleStatus::name));
        return all;
    }

    @Override
    public CompletionStage<ScheduleStatus> get(TubeName tube, String name) {
        return Stages.call(() -> reader.one(tube, checked(name)).thenApplyAsync(one -> one.status(true), READS));
    }

    @Override
    public CompletionStage<ScheduleChange> put(
            TubeName tube, String name, ScheduleRequest request, @Nullable Long rev) {
        return Stages.call(() -> {
            NewJob.checkNoPathStep("name", checked(name));
            Act act = new Act(tube, name, "put", rev);
            return capabilities.checkedForSchedules(tube).thenCompose(allowed -> put(act, request, MAX_ATTEMPTS));
        });
    }

    private CompletionStage<ScheduleChange> put(Act act, ScheduleRequest request, int attempts) {
        return reader.find(act.tube(), act.name())
                .thenComposeAsync(
                        found -> {
                            request.spec().checkOccurrences(found.now());
                            NextOccurrences next = Boolean.TRUE.equals(request.isPaused())
                                    ? NextOccurrences.NONE
                                    : found.schedule()
                                            .map(one -> NextOccurrences.of(request.spec(), one))
                                            .orElseGet(() ->
                                                    NextOccurrences.first(act.name(), request.spec(), found.now()));
                            return change(act, next, request, attempts, left -> put(act, request, left));
                        },
                        CHANGES);
    }

    @Override
    public CompletionStage<Optional<ScheduleChange>> unchanged(
            TubeName tube, String name, @Nullable ScheduleRequest request, @Nullable Long rev) {
        return Stages.call(() -> reader.find(tube, checked(name))
                .thenApplyAsync(
                        found -> found.schedule()
                                .filter(one -> rev == null || one.rev().equals(rev.toString()))
                                .filter(one -> request == null ? one.isActive() : isAs(one, request))
                                .map(one -> new ScheduleChange(false, false, Long.parseLong(one.rev()))),
                        CHANGES));
    }

    /** As reschedule.lua compares them. */
    private static boolean isAs(StoredSchedule one, ScheduleRequest request) {
        NewJob job = job(request.template());
        return (request.isPaused() == null || request.isPaused() == one.isPaused())
                && one.holds(SpecText.write(request.spec()), NewJobArgs.options(job), NewJobArgs.template(job));
    }

    @Override
    public CompletionStage<ScheduleChange> pause(TubeName tube, String name, @Nullable Long rev) {
        return Stages.call(() -> change(new Act(tube, checked(name), "pause", rev)));
    }

    @Override
    public CompletionStage<ScheduleChange> resume(TubeName tube, String name, @Nullable Long rev) {
        return Stages.call(() -> resume(tube, checked(name), rev, MAX_ATTEMPTS));
    }

    private CompletionStage<ScheduleChange> resume(TubeName tube, String name, @Nullable Long rev, int attempts) {
        return reader.one(tube, name)
                .thenComposeAsync(
                        one -> {
                            // The spec is the one of that rev.
                            Act act = new Act(tube, name, "resume", rev == null ? Long.valueOf(one.rev()) : rev);
                            NextOccurrences next = NextOccurrences.of(one.spec(), one);
                            return change(act, next, null, attempts, left -> resume(tube, name, rev, left));
                        },
                        CHANGES);
    }

    @Override
    public CompletionStage<Void> delete(TubeName tube, String name, @Nullable Long rev) {
        return Stages.call(
                () -> change(new Act(tube, checked(name), "delete", rev)).thenAccept(changed -> {}));
    }

    private record Act(
            TubeName tube,
            String name,
            String what,
            @Nullable Long rev) {
        /** Whether no occurrence is made, so that Redis needs no memory for it. */
        boolean stopsWork() {
            return what.equals("pause") || what.equals("delete");
        }
    }

    /** A change after which no occurrence waits. */
    private CompletionStage<ScheduleChange> change(Act act) {
        return change(act, NextOccurrences.NONE, null, 0, left -> {
            throw new IllegalStateException("no tick is in the way of " + act);
        });
    }

    /**
     * Enters the tube in the index before the schedule, so that no schedule is forgotten if this broker dies in between; and
     * again behind it, in case somebody looked in between and found nothing.
     *
     * @param attempts how often to try once more if a tick comes in between, as another occurrence waits then
     * @param again tries once more, with so many attempts left
     */
    private CompletionStage<ScheduleChange> change(
            Act act,
            NextOccurrences next,
            @Nullable ScheduleRequest request,
            int attempts,
            IntFunction<CompletionStage<ScheduleChange>> again) {
        return enter(act, next).thenCompose(entered -> run(act, next, request)).thenCompose(reply -> {
            if (reply.code().equals("TICKED") && attempts > 0) {
                return again.apply(attempts - 1);
            }
            return checked(reply, act)
                    .thenCompose(checked -> enter(act, next))
                    .thenApply(entered -> new ScheduleChange(
                            reply.text(1).equals("created"), !reply.text(1).equals("same"), reply.number(2)));
        });
    }

    private CompletionStage<?> enter(Act act, NextOccurrences next) {
        Instant due = next.firstDue();
        return due == null ? CompletableFuture.completedStage(null) : index.enter(act.tube(), due);
    }

    private CompletionStage<Reply> run(Act act, NextOccurrences next, @Nullable ScheduleRequest request) {
        Args args =
                scripts.hintingArgs(act.tube()).add(act.name()).add(act.what()).addOptional(act.rev());
        OccurrenceArgs.add(OccurrenceArgs.add(args, next.replacing()), next.following());
        args.addOptional(next.expected()).add(MAX_SCHEDULES);
        if (request != null) {
            addRequest(args, request);
        }
        return scripts.run(act.stopsWork() ? RESCHEDULE : MAKING, act.tube(), args);
    }

    private static void addRequest(Args args, ScheduleRequest request) {
        ScheduleSpec spec = request.spec();
        NewJob job = job(request.template());
        args.add(SpecText.write(spec)).add(NewJobArgs.options(job)).add(NewJobArgs.template(job));
        args.addOptional(spec.maxRuns() == null ? null : Long.valueOf(spec.maxRuns()))
                .addOptional(request.isPaused() == null ? null : Long.valueOf(request.isPaused() ? 1 : 0))
                .add(request.client());
    }

    private static NewJob job(JobTemplate template) {
        return new NewJob(
                ANY,
                template.payload(),
                template.tags(),
                template.weight(),
                template.headers(),
                Due.NOW,
                template.ttr(),
                template.priority(),
                template.maxAttempts(),
                null,
                null,
                OnDuplicate.KEEP,
                null);
    }

    private CompletionStage<Reply> checked(Reply reply, Act act) {
        String schedule = "schedule " + act.name() + " of tube " + act.tube();
        return switch (reply.code()) {
            case "STALE" ->
                wrongState(
                        reply.text(1).equals("0")
                                ? schedule + " does not exist"
                                : schedule + " was changed since: its rev is now " + reply.text(1));
            case "WRONG_STATE" ->
                wrongState(
                        reply.text(1).equals("full")
                                ? "tube " + act.tube() + " has " + MAX_SCHEDULES + " schedules, which is the maximum"
                                : schedule + " has ended");
            case "TUBE_FULL" ->
                CompletableFuture.failedStage(new GrapeException(
                        ErrorCode.TUBE_FULL,
                        "tube " + act.tube() + " has no room for the payload of schedule " + act.name()
                                + ": its maxBytes is reached"));
            case "NOT_FOUND" -> CompletableFuture.failedStage(ScheduleReader.notFound(act.tube(), act.name()));
            default -> scripts.checked(reply, act.tube());
        };
    }

    private static CompletionStage<Reply> wrongState(String detail) {
        return CompletableFuture.failedStage(new GrapeException(ErrorCode.WRONG_STATE, detail));
    }

    @Override
    public CompletionStage<JobId> run(TubeName tube, String name) {
        return Stages.call(() -> extraRuns.run(tube, checked(name)));
    }

    @Override
    public CompletionStage<List<Instant>> past(TubeName tube, String name, Instant from, Instant to) {
        return Stages.call(() -> extraRuns.past(tube, checked(name), from, to));
    }

    @Override
    public CompletionStage<Backfill> backfill(TubeName tube, String name, List<Instant> occurrences) {
        return Stages.call(() -> extraRuns.backfill(tube, checked(name), occurrences));
    }

    @Override
    public CompletionStage<Instant> now() {
        return time.get();
    }

    private static String checked(String name) {
        return Alphabet.GATE.checked("name", name, MAX_NAME_CHARS);
    }
}
