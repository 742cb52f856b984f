package io.grape.redis.operation;

import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.DueWindow;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.ChangeMark;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The hash of one operation. Source: {@code docs/storage.md}. */
record StoredOperation(String id, Map<String, String> fields) {
    /**
     * Stands before the position of an operation that selects by key or label. A broker that does not know these fields
     * does not know such a position either, and leaves the operation to others.
     */
    private static final String TAGGED = "tagged:";

    /** Reads the fields and values from a position in a reply. */
    static StoredOperation read(String id, Reply reply, int from, int to) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int at = from; at < to; at += 2) {
            fields.put(reply.text(at), reply.text(at + 1));
        }
        return new StoredOperation(id, fields);
    }

    /** The fields of a new operation. */
    static Args add(Args args, OperationRequest request) {
        args.add("kind").add(request.kind().wireName());
        args.add("tube").add(request.tube().value());
        args.add("from").add(request.from().wireName());
        args.add("delayMs").add(request.delay().toMillis());
        addOptional(args, "reason", request.reason());
        addOptional(args, "dueFrom", millis(request.due().from()));
        addOptional(args, "dueTo", millis(request.due().to()));
        addOptional(args, "key", request.tags().key());
        addOptional(args, "label", request.tags().label());
        addOptional(args, "to", request.to());
        addOptional(args, "limit", request.limit());
        addOptional(args, "perSecond", request.perSecond());
        addOptional(args, "stopAfterFailures", request.stopAfterFailures());
        addOptional(args, "createdBy", request.createdBy());
        return args;
    }

    private static void addOptional(Args args, String field, @Nullable Object value) {
        if (value != null) {
            args.add(field).add(value.toString());
        }
    }

    private static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }

    /** The fields of its progress. */
    static Args add(Args args, OperationTask task) {
        return args.add("position")
                .add((task.request().tags().isAny() ? "" : TAGGED) + task.position())
                .add("matching")
                .add(task.matching())
                .add("done")
                .add(task.done())
                .add("skipped")
                .add(task.skipped())
                .add("failures")
                .add(task.failuresSince());
    }

    private OperationRequest request() {
        return new OperationRequest(
                OperationKind.parse(text("kind")),
                new TubeName(text("tube")),
                JobState.parse(text("from")),
                fields.get("reason"),
                new DueWindow(instant("dueFrom"), instant("dueTo")),
                new TagFilter(fields.get("key"), fields.get("label")),
                optional("limit"),
                optional("perSecond"),
                Duration.ofMillis(number("delayMs")),
                fields.containsKey("to") ? new TubeName(text("to")) : null,
                optional("stopAfterFailures"),
                fields.get("createdBy"));
    }

    OperationTask toWork() {
        OperationRequest request = request();
        return new OperationTask(
                id,
                number("turn"),
                request,
                Instant.ofEpochMilli(number("begun")),
                mark(),
                number("buried"),
                position(request),
                number("matching"),
                number("done"),
                number("skipped"),
                number("failures"),
                null);
    }

    private String position(OperationRequest request) {
        String stored = text("position");
        return !request.tags().isAny() && stored.startsWith(TAGGED) ? stored.substring(TAGGED.length()) : stored;
    }

    private ChangeMark mark() {
        Long kept = optional("mark");
        return kept == null ? new ChangeMark(number("begun"), false) : new ChangeMark(kept, true);
    }

    Operation toOperation(Instant now) {
        OperationRequest request = request();
        OperationState state = OperationState.parse(text("state"));
        Instant created = Instant.ofEpochMilli(number("createdAt"));
        String why = fields.get("why");
        return new Operation(
                id,
                request,
                state,
                why == null || why.isEmpty() ? null : why,
                number("matching"),
                number("done"),
                number("skipped"),
                number("failures"),
                created,
                instant("endedAt"),
                state == OperationState.RUNNING ? eta(request, Duration.between(created, now)) : null);
    }

    /** Uses the requested rate, or else the rate so far. */
    private @Nullable Duration eta(OperationRequest request, Duration until) {
        long met = number("done") + number("skipped");
        long left = Math.max(0, Math.min(number("matching") - met, request.left(number("done"))));
        Long rate = request.perSecond();
        if (rate != null) {
            return Duration.ofMillis(left * 1000 / rate);
        }
        return met == 0 ? null : Duration.ofMillis((long) ((double) left * Math.max(0, until.toMillis()) / met));
    }

    private String text(String field) {
        return Objects.requireNonNull(fields.get(field), field);
    }

    private long number(String field) {
        return Long.parseLong(text(field));
    }

    private @Nullable Long optional(String field) {
        String value = fields.get(field);
        return value == null ? null : Long.valueOf(value);
    }

    private @Nullable Instant instant(String field) {
        Long value = optional(field);
        return value == null ? null : Instant.ofEpochMilli(value);
    }
}
