package io.grape.redis.script;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.operation.OperationKind;
import io.grape.core.overload.WorkClass;
import io.grape.redis.overload.NodeQueues;
import io.grape.redis.overload.QueuedRead;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Runs scripts over the keys of tubes, and handles their common replies. */
public final class TubeScripts {
    /** The code of a tube with a newer layout than this release knows. */
    public static final String LATER_RELEASE = "LATER_RELEASE";

    private static final Script GATES = Script.ofTube("gate_list");

    /** What keeps a tube or a key from delivering, as the scripts name it. */
    private static final Map<String, String> LIMITS = Map.of(
            "busy", "its concurrency is used up",
            "paced", "its rate is used up",
            "paused", "it is paused",
            "rests", "it rests",
            "delayed", "one of its jobs is delayed, and no other may overtake it",
            "stuck", "it waits for a failed job");

    private static final String BY_LATER_RELEASE = " was made by a later release";

    private final ScriptRunner runner;
    private final Keys keys;
    private final NodeQueues nodes;
    private final CallBatcher batcher;
    private final CallBatcher confirming;

    public TubeScripts(ScriptRunner runner, Keys keys, Executor endOfTurn, NodeQueues nodes) {
        this.runner = runner;
        this.keys = keys;
        this.nodes = nodes;
        this.batcher = new CallBatcher(endOfTurn, runner.timeout(), this::node, nodes);
        NodeQueues apart = nodes.slower(ScriptRunner.MAX_FOR_REPLICAS);
        this.confirming = new CallBatcher(endOfTurn, runner.timeout(), this::node, apart);
    }

    /** Runs calls that waited for others, over the {@link #keys} of their tube. */
    public ScriptRunner runner() {
        return runner;
    }

    /** By when a call that begins now has to end. */
    public Deadline deadline() {
        return Deadline.in(runner.timeout());
    }

    public byte[][] keys(TubeName tube) {
        return keys.tube(tube).keys();
    }

    /** The batcher, where calls share runs and wait for others. */
    public CallBatcher batcher() {
        return batcher;
    }

    /** A batcher for runs that wait for replicas, on a connection of their own. */
    public CallBatcher confirmingBatcher() {
        return confirming;
    }

    /** The work that is refused, or shed if it waited for too long. */
    public Set<WorkClass> overloaded() {
        Set<WorkClass> found = nodes.overloaded();
        found.addAll(batcher.overloaded());
        found.addAll(confirming.overloaded());
        return found;
    }

    /** The node that runs the scripts of a tube now. */
    public String node(TubeName tube) {
        return runner.node(keys(tube)[0]);
    }

    /** The common arguments of a script of this tube; append its own. */
    public Args args(TubeName tube) {
        return new Args().add(keys.tube(tube).jobPrefix());
    }

    /** The arguments of a script that may announce a job. */
    public Args hintingArgs(TubeName tube) {
        return args(tube).add(keys.hints()).add(tube.value());
    }

    /** The first lanes of a query that may have jobs, apart from the default. */
    public CompletionStage<LaneWindow> lanes(TubeName tube, LaneQuery query) {
        return Lanes.read(runner, keys.tube(tube), query, reply -> checked(reply, tube));
    }

    /** The gates of a tube, as {@code gate_list.lua} shows them. */
    public CompletionStage<Reply> gates(TubeName tube) {
        return runOrFail(GATES, tube, args(tube));
    }

    /** Runs a script at once: what an operator does is never queued, nor what a run needs that is in flight. */
    public CompletionStage<Reply> run(Script script, TubeName tube, Args args) {
        return runner.run(script, keys(tube), args);
    }

    /** Throws OVERLOADED if a look would be refused now. */
    public void checkLooks(TubeName tube) {
        nodes.of(node(tube)).checkLooks();
    }

    /** The same for a look: it waits for its turn, and is shed first under overload. */
    public CompletionStage<Reply> inTurn(Script script, TubeName tube, Args args, CallContext context) {
        Deadline deadline = deadline();
        return inTurn(tube, context, deadline, () -> runner.run(script, keys(tube), args, deadline));
    }

    private <T> CompletionStage<T> inTurn(
            TubeName tube, CallContext context, Deadline deadline, Supplier<CompletionStage<T>> look) {
        return nodes.read(node(tube), new QueuedRead<>(tube, context, deadline, look));
    }

    /** A look that is no script. */
    public <T> CompletionStage<T> inTurn(TubeName tube, Supplier<CompletionStage<T>> look) {
        return inTurn(tube, CallContext.NONE, deadline(), look);
    }

    /** Runs a script whose failures are error codes. */
    public CompletionStage<Reply> runOrFail(Script script, TubeName tube, Args args) {
        return run(script, tube, args).thenCompose(reply -> checked(reply, tube));
    }

    /** The same for a script about one job. */
    public CompletionStage<Reply> runOrFail(Script script, TubeName tube, JobId id, Args args) {
        return run(script, tube, args).thenCompose(reply -> checked(reply, tube, id));
    }

    /** A look whose failures are error codes: nothing was done before it, and nothing depends on it. */
    public CompletionStage<Reply> look(Script script, TubeName tube, Args args, CallContext context) {
        return inTurn(script, tube, args, context).thenCompose(reply -> checked(reply, tube));
    }

    /** A look that is not refused for lack of memory: an operator needs it to empty a full Redis. */
    public CompletionStage<Reply> lookEvenIfFull(Script script, TubeName tube, Args args) {
        Deadline deadline = deadline();
        QueuedRead<Reply> look =
                QueuedRead.thatFreesMemory(tube, deadline, () -> runner.run(script, keys(tube), args, deadline));
        return nodes.read(node(tube), look).thenCompose(reply -> checked(reply, tube));
    }

    /**
     * A look that a bulk operation needs. One that frees memory is not refused for lack of memory: an operator could not empty a
     * full Redis otherwise.
     */
    public CompletionStage<Reply> lookForOperation(OperationKind kind, Script script, TubeName tube, Args args) {
        return kind.freesMemory() ? lookEvenIfFull(script, tube, args) : look(script, tube, args, CallContext.NONE);
    }

    /** A look at one job. */
    public CompletionStage<Reply> look(Script script, TubeName tube, JobId id, Args args, CallContext context) {
        return inTurn(script, tube, args, context).thenCompose(reply -> checked(reply, tube, id));
    }

    public CompletionStage<Reply> checked(Reply reply, TubeName tube) {
        return checked(reply, tube, "the job");
    }

    /** The same for the reply of a script that is about one job. */
    public CompletionStage<Reply> checked(Reply reply, TubeName tube, JobId id) {
        return checked(reply, tube, "job " + id);
    }

    private static CompletionStage<Reply> checked(Reply reply, TubeName tube, String job) {
        return reply.code().equals("OK")
                ? CompletableFuture.completedStage(reply)
                : CompletableFuture.failedStage(failure(reply, tube, job));
    }

    /** True if a call failed because a later release wrote the tube's keys: a broker of that release can do it. */
    public static boolean isOfLaterRelease(GrapeException failure) {
        return failure.code() == ErrorCode.WRONG_STATE && failure.detail().endsWith(BY_LATER_RELEASE);
    }

    private static String valueOf(Reply reply, int index) {
        return reply.size() > index ? reply.text(index) : "";
    }

    /** Which settings say what is kept. */
    private static String keeps(Reply reply) {
        String millis = valueOf(reply, 1);
        if (millis.isEmpty() || millis.equals("0")) {
            return "the tube keeps no finished jobs, as its keepFinishedMs is 0";
        }
        return "the tube keeps finished jobs for keepFinishedMs=" + millis
                + (valueOf(reply, 2).isEmpty() ? "" : " and keepFinishedMax=" + valueOf(reply, 2))
                + (valueOf(reply, 3).isEmpty() ? "" : " and keepFinishedBytes=" + valueOf(reply, 3));
    }

    static GrapeException failure(Reply reply, TubeName tube, String job) {
        return switch (reply.code()) {
            case "TUBE_NOT_FOUND" -> new GrapeException(ErrorCode.TUBE_NOT_FOUND, "tube " + tube + " does not exist");
            case "DELETING" ->
                new GrapeException(ErrorCode.OVERLOADED, "tube " + tube + " is being removed, retry in a moment");
            case "UNREGISTERED" ->
                new GrapeException(ErrorCode.OVERLOADED, "tube " + tube + " is being created, retry in a moment");
            case LATER_RELEASE -> new GrapeException(ErrorCode.WRONG_STATE, "tube " + tube + BY_LATER_RELEASE);
            case "STALE" ->
                new GrapeException(
                        ErrorCode.WRONG_STATE,
                        "the settings of tube " + tube + " were changed since: their rev is now "
                                + (reply.size() > 1 ? reply.text(1) : "another"));
            case "CHANGED_SINCE" ->
                new GrapeException(ErrorCode.WRONG_STATE, job + " was changed since: read it again");
            case "ORDERED" ->
                new GrapeException(
                        ErrorCode.BAD_REQUEST, "priority: expected none, as the tube keeps the order of its keys");
            case "TUBE_FULL" ->
                new GrapeException(
                        ErrorCode.TUBE_FULL,
                        "tube " + tube + " has no room for more bytes of " + job + ": its maxBytes is reached");
            case "TICKED" ->
                new GrapeException(ErrorCode.OVERLOADED, "occurrences of the schedule come due now, retry in a moment");
            case "EARLY" ->
                new GrapeException(
                        ErrorCode.WRONG_STATE, "a schedule of tube " + tube + " was ticked before it was due");
            case "LATE" ->
                new GrapeException(
                        ErrorCode.STORE_UNAVAILABLE, "Redis cannot be used now: the call came to it too late");
            case "JOB_NOT_FOUND" ->
                new GrapeException(ErrorCode.JOB_NOT_FOUND, job + " does not exist in tube " + tube);
            case "EXPIRED" ->
                valueOf(reply, 1).equals("failed")
                        ? new GrapeException(ErrorCode.WRONG_STATE, job + " is failed: it expired before it was begun")
                        : new GrapeException(
                                ErrorCode.JOB_NOT_FOUND,
                                job + " does not exist in tube " + tube + ": it expired before it was begun");
            case "EXPIRES" ->
                GrapeException.badValue(
                        "dueAt",
                        "an instant before " + Instant.ofEpochMilli(reply.size() > 1 ? reply.number(1) : 0)
                                + ", when the job expires",
                        "a later one");
            case "REMEMBERED" ->
                new GrapeException(
                        ErrorCode.JOB_NOT_FOUND,
                        job + " does not exist in tube " + tube
                                + ": it finished or was dropped, and its id is remembered until "
                                + Instant.ofEpochMilli(reply.size() > 1 ? reply.number(1) : 0)
                                + ", so a produce of it makes no job");
            case "NOT_KEPT" ->
                new GrapeException(
                        ErrorCode.JOB_NOT_FOUND,
                        job + " is not live in tube " + tube + ", and nothing is kept of it: " + keeps(reply));
            case "OTHERWISE" ->
                new GrapeException(
                        ErrorCode.OVERLOADED, "what tube " + tube + " keeps is being changed, retry in a moment");
            case "WRONG_STATE" ->
                new GrapeException(
                        ErrorCode.WRONG_STATE, job + " is " + (reply.size() > 1 ? reply.text(1) : "retained"));
            case "LIMITED" ->
                new GrapeException(
                        ErrorCode.WRONG_STATE,
                        (reply.size() > 1 && reply.text(1).equals("key") ? "the key of " + job : "tube " + tube)
                                + " delivers nothing now: "
                                + (reply.size() > 2 ? LIMITS.get(reply.text(2)) : "a limit is used up"));
            case "GATED" ->
                GrapeException.gated(
                        "gate " + valueOf(reply, 1) + " of tube " + tube + " holds " + job,
                        Instant.ofEpochMilli(reply.size() > 3 ? reply.number(3) : 0),
                        valueOf(reply, 2).isEmpty() ? null : Instant.ofEpochMilli(reply.number(2)));
            case "GATES" ->
                new GrapeException(
                        ErrorCode.WRONG_STATE,
                        "tube " + tube
                                + (valueOf(reply, 1).equals("key")
                                        ? " has gates by key: lift them before its keys are switched off"
                                        : " has gates that hold by a label: lift them before its keys are ordered"));
            case "PAST" ->
                GrapeException.badValue(
                        "until",
                        "an instant after " + Instant.ofEpochMilli(reply.size() > 1 ? reply.number(1) : 0),
                        "an earlier one");
            case "NOT_FOUND" ->
                new GrapeException(ErrorCode.NOT_FOUND, "tube " + tube + " has no such gate or schedule");
            case "UNREADABLE" ->
                new GrapeException(
                        ErrorCode.WRONG_STATE,
                        job + " cannot be read, only deleted" + (reply.size() > 1 ? ": " + reply.text(1) : ""));
            case "FORGOTTEN" ->
                new GrapeException(
                        ErrorCode.WRONG_STATE,
                        "tube " + tube + " was removed and made again, or Redis lost its last writes:"
                                + " which jobs were there when the operation began can no longer be told");
            default -> throw new IllegalStateException("a script answered " + reply.code());
        };
    }
}
