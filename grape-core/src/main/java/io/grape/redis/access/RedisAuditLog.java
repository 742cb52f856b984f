package io.grape.redis.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditLog;
import io.grape.core.access.AuditOrigin;
import io.grape.core.access.AuditPage;
import io.grape.core.access.AuditRetention;
import io.grape.core.access.AuditSubject;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.Stages;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The audit log: one stream for acts, and one for refusals. Ids consist of Redis's time in ms and a number; refusals
 * have ids of their own. A hash beside each stream counts the entries of each actor. If a stream is full, the actor
 * with the most entries loses the oldest.
 */
public final class RedisAuditLog implements AuditLog {
    private static final Script AUDIT = Script.ofAccess("audit");
    /** Without 0-0: nothing is before it, and Redis refuses to read up to there. */
    private static final Pattern ID = Pattern.compile("(?!0+-0+$)[0-9]{1,15}-[0-9]{1,18}");

    private static final Comparator<StreamMessage<byte[], byte[]>> NEWEST_FIRST =
            Comparator.<StreamMessage<byte[], byte[]>>comparingLong(message -> part(message, 0))
                    .thenComparingLong(message -> part(message, 1))
                    .reversed();

    private final ScriptRunner runner;
    private final Keys keys;
    private final Room room;

    /** The maximum number of entries. */
    record Room(int done, int refused) {}

    public RedisAuditLog(ScriptRunner runner, Keys keys) {
        this(runner, keys, new Room(100_000, 10_000));
    }

    public RedisAuditLog(ScriptRunner runner, Keys keys, Room room) {
        this.runner = runner;
        this.keys = keys;
        this.room = room;
    }

    @Override
    public CompletionStage<String> write(AuditEntry entry, @Nullable String replaced) {
        Args args = new Args()
                .add(entry.isRefused() ? room.refused() : room.done())
                .add(replaced == null ? "" : replaced)
                .add(entry.actor())
                .add(entry.action())
                .add(entry.subject().tube())
                .add(entry.subject().target())
                .add(entry.subject().detail())
                .add(entry.outcome())
                .add(entry.origin().requestId())
                .add(entry.origin().address())
                .add(entry.isRefused() ? 1 : 0);
        return runner.run(AUDIT, keys.auditKeys(), args).thenApply(reply -> reply.text(1));
    }

    @Override
    public CompletionStage<AuditPage> read(@Nullable String before, int most) {
        return Stages.call(() -> {
            Range<String> range = Range.from(Range.Boundary.unbounded(), end(before));
            Limit limit = Limit.from(Limits.checkedMax(most));
            return read(keys.audit(), range, limit)
                    .thenCombine(
                            read(keys.auditOfRefused(), range, limit),
                            (done, refused) -> Stream.of(done, refused)
                                    .flatMap(List::stream)
                                    .sorted(NEWEST_FIRST)
                                    .limit(most)
                                    .map(RedisAuditLog::kept)
                                    .toList())
                    .thenApply(AuditPage::new);
        });
    }

    private CompletionStage<List<StreamMessage<byte[], byte[]>>> read(byte[] key, Range<String> range, Limit limit) {
        return runner.call("xrevrange", key, redis -> redis.xrevrange(key, range, limit), Objects::requireNonNull);
    }

    private static long part(StreamMessage<byte[], byte[]> message, int at) {
        return Long.parseLong(message.getId().split("-", 2)[at]);
    }

    private static Range.Boundary<String> end(@Nullable String before) {
        if (before == null) {
            return Range.Boundary.unbounded();
        }
        if (!ID.matcher(before).matches()) {
            throw GrapeException.badValue("cursor", "what an earlier page named as next", "'" + before + "'");
        }
        return Range.Boundary.excluding(before);
    }

    private static AuditRetention kept(StreamMessage<byte[], byte[]> message) {
        Map<String, String> fields = new HashMap<>();
        message.getBody().forEach((name, value) -> fields.put(new String(name, UTF_8), new String(value, UTF_8)));
        String id = message.getId();
        Instant at = Instant.ofEpochMilli(Long.parseLong(id, 0, id.indexOf('-'), 10));
        String times = fields.get("times");
        String since = fields.get("since");
        return new AuditRetention(
                id,
                at,
                entry(fields),
                times == null ? 1 : Long.parseLong(times),
                since == null ? at : Instant.ofEpochMilli(Long.parseLong(since)));
    }

    private static AuditEntry entry(Map<String, String> fields) {
        return new AuditEntry(
                of(fields, "actor"),
                of(fields, "action"),
                new AuditSubject(of(fields, "tube"), of(fields, "target"), of(fields, "detail")),
                of(fields, "outcome"),
                new AuditOrigin(of(fields, "requestId"), of(fields, "address")));
    }

    private static String of(Map<String, String> fields, String name) {
        return fields.getOrDefault(name, "");
    }
}
