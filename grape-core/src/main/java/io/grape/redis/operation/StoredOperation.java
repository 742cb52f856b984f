package io.grape.redis.operation;

import static io.grape.catalog.OperationFields.SCHEMA;

import io.grape.catalog.Field;
import io.grape.catalog.Values;
import io.grape.core.operation.ChangeMark;
import io.grape.core.operation.Operation;
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
     * The prefix of the position of an operation that selects by key or label. A broker of an earlier release, which ignores these fields,
     * cannot read such a position, and leaves the operation to others.
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

    /** Adds the fields of a new operation. */
    static Args add(Args args, OperationRequest request) {
        Values values = request.values();
        SCHEMA.fields().forEach(field -> add(args, field, values));
        if (request.createdBy() != null) {
            args.add("createdBy").add(request.createdBy());
        }
        return args;
    }

    private static <T> void add(Args args, Field<T> field, Values values) {
        T value = values.find(field);
        if (value != null) {
            args.add(field.redisField()).add(field.type().toRedis(value));
        }
    }

    /** Adds the fields of its progress. */
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
        Values values = Values.NONE;
        for (Field<?> field : SCHEMA.fields()) {
            String stored = fields.get(field.redisField());
            values = stored == null ? values : with(values, field, stored);
        }
        return OperationRequest.of(values, fields.get("createdBy"));
    }

    private static <T> Values with(Values values, Field<T> field, String stored) {
        return values.with(field, field.type().fromRedis(stored));
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
