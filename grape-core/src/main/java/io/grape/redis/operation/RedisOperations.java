package io.grape.redis.operation;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationPage;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.core.operation.Operations;
import io.grape.core.operation.Preview;
import io.grape.redis.broker.BrokerCapabilities;
import io.grape.redis.job.ListCursor;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.Stages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The stored operations. */
public final class RedisOperations implements Operations {
    private static final Script BEGIN = Script.ofOperations("begin");
    private static final Script SET_STATE = Script.ofOperations("set_state");
    private static final Script SHOW = Script.ofOperations("show");
    private static final int FIRST = 3;

    private final ScriptRunner runner;
    private final Keys keys;
    private final OperationPreview matching;
    private final BrokerCapabilities capabilities;

    public RedisOperations(ScriptRunner runner, Keys keys, OperationPreview matching, BrokerCapabilities capabilities) {
        this.runner = runner;
        this.keys = keys;
        this.matching = matching;
        this.capabilities = capabilities;
    }

    @Override
    public CompletionStage<Preview> preview(OperationRequest request) {
        return matching.preview(request);
    }

    /** Counts first, so nothing begins on a missing tube. */
    @Override
    public CompletionStage<Operation> begin(OperationRequest request, int mostOfOne) {
        String by = request.createdBy() == null ? "" : request.createdBy();
        String id = JobId.random().value();
        return capabilities
                .checked(request)
                .thenCompose(known -> matching.start(request))
                .thenCompose(begun -> {
                    Args args = StoredOperation.add(
                            args(id).add(MAX_OPEN).add(mostOfOne).add(by), request);
                    OperationScan.Since since = begun.since();
                    args.add("begun").add(since.at().toEpochMilli());
                    args.add("mark").add(since.mark().value());
                    args.add("buried").add(begun.buried());
                    String start = ListCursor.startOf(request.from()).cursor();
                    long counted = begun.count().matching();
                    OperationTask first = new OperationTask(
                            id, 0, request, since.at(), since.mark(), begun.buried(), start, counted, 0, 0, 0, null);
                    return runner.run(BEGIN, keys.operations(), StoredOperation.add(args, first));
                })
                .thenCompose(begun -> switch (begun.text(1)) {
                    case "all" -> tooMany();
                    case "own" -> tooManyOf(by, mostOfOne);
                    default -> get(id);
                });
    }

    @Override
    public CompletionStage<Operation> get(String id) {
        return show(args(id).none().add(1))
                .thenCompose(shown -> shown.found.isEmpty() ? missing(id) : done(shown.found.get(0)));
    }

    @Override
    public CompletionStage<OperationPage> list(int limit, @Nullable String cursor) {
        return Stages.call(() -> {
            Limits.checked("limit", limit, 1, Limits.MAX_BATCH);
            if (cursor != null && !cursor.matches("[0-9]{1,15}")) {
                throw GrapeException.badValue("cursor", "what an earlier page named as next", "'" + cursor + "'");
            }
            Args args = args("").add(cursor == null ? "" : cursor).add(limit + 1L);
            return show(args).thenApply(shown -> shown.page(limit));
        });
    }

    /** The script's reply. */
    private record Shown(List<Operation> found, long running) {
        /** Reads one more than the page has: if it exists, there is another page. */
        OperationPage page(int limit) {
            if (found.size() <= limit) {
                return new OperationPage(found, running, null);
            }
            Instant last = found.get(limit - 1).createdAt();
            return new OperationPage(found.subList(0, limit), running, Long.toString(last.toEpochMilli()));
        }
    }

    @Override
    public CompletionStage<Operation> setState(String id, OperationState wanted) {
        Args args = args(id).add(wanted.wireName());
        return runner.run(SET_STATE, keys.operations(), args).thenCompose(reply -> {
            if (reply.isEmpty(1)) {
                return missing(id);
            }
            OperationState before = OperationState.parse(reply.text(1));
            return before.isEnd() && before != wanted
                    ? CompletableFuture.failedStage(new GrapeException(
                            ErrorCode.WRONG_STATE, "operation " + id + " has ended: " + before.wireName()))
                    : get(id);
        });
    }

    private CompletionStage<Shown> show(Args args) {
        return runner.run(SHOW, keys.operations(), args).thenApply(reply -> {
            Instant now = Instant.ofEpochMilli(reply.number(1));
            List<Operation> found = new ArrayList<>();
            int at = FIRST;
            while (at < reply.size()) {
                int from = at + 2;
                int to = from + (int) reply.number(at + 1);
                found.add(StoredOperation.read(reply.text(at), reply, from, to).toOperation(now));
                at = to;
            }
            return new Shown(found, reply.number(2));
        });
    }

    private Args args(String id) {
        return new Args().add(keys.operationPrefix()).add(id);
    }

    private static CompletionStage<Operation> done(Operation operation) {
        return CompletableFuture.completedStage(operation);
    }

    private static CompletionStage<Operation> tooMany() {
        return CompletableFuture.failedStage(new GrapeException(
                ErrorCode.WRONG_STATE,
                "operations that have not ended: expected fewer than " + MAX_OPEN
                        + ", so wait until one has ended, or cancel one"));
    }

    private static CompletionStage<Operation> tooManyOf(String name, int most) {
        return CompletableFuture.failedStage(new GrapeException(
                ErrorCode.QUOTA_EXCEEDED,
                "operations of " + name + " that have not ended: expected fewer than " + most
                        + ", so wait until one has ended, or cancel one"));
    }

    private static CompletionStage<Operation> missing(String id) {
        return CompletableFuture.failedStage(
                new GrapeException(ErrorCode.NOT_FOUND, "operation " + id + " does not exist"));
    }
}
