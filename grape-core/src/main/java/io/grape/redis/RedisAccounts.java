package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Accounts;
import io.lettuce.core.GetExArgs;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Users, tokens, sessions and tries: keys of one slot. */
final class RedisAccounts implements Accounts {
    private static final Script CHANGE = Script.ofAccess("change");
    private static final Script OPEN = Script.ofAccess("open");
    private static final Script ATTEMPT = Script.ofAccess("attempt");
    private static final Script SUCCEEDED = Script.ofAccess("succeeded");

    private final ScriptRunner runner;
    private final Keys keys;
    private final Supplier<CompletionStage<Instant>> clock;

    RedisAccounts(ScriptRunner runner, Keys keys, Supplier<CompletionStage<Instant>> clock) {
        this.runner = runner;
        this.keys = keys;
        this.clock = clock;
    }

    @Override
    public CompletionStage<Long> version() {
        byte[] key = keys.accessVersion();
        return runner.call(
                "get",
                key,
                redis -> redis.get(key).thenApply(Optional::ofNullable),
                digits -> digits.map(RedisAccounts::text).map(Long::valueOf).orElse(0L));
    }

    @Override
    public CompletionStage<Map<String, String>> all(Kind kind) {
        byte[] key = keys.accounts(kind)[0];
        return runner.call("hgetall", key, redis -> redis.hgetall(key), fields -> {
            Map<String, String> all = new HashMap<>();
            fields.forEach((name, value) -> all.put(text(name), text(value)));
            return all;
        });
    }

    @Override
    public CompletionStage<Optional<String>> find(Kind kind, String name) {
        byte[] key = keys.accounts(kind)[0];
        return runner.call(
                "hget",
                key,
                redis -> redis.hget(key, name.getBytes(UTF_8)).thenApply(Optional::ofNullable),
                value -> value.map(RedisAccounts::text));
    }

    @Override
    public CompletionStage<Boolean> change(Kind kind, String name, @Nullable String before, @Nullable String after) {
        Args args = new Args().add(name).add(before == null ? "" : before).add(after == null ? "" : after);
        return runner.run(CHANGE, keys.accounts(kind), args).thenApply(reply -> reply.number(1) == 1);
    }

    @Override
    public CompletionStage<Void> open(String session, String text, Duration idle) {
        Args args = new Args().add(text).add(idle.toMillis());
        return runner.run(OPEN, new byte[][] {keys.session(session)}, args).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Optional<String>> session(String session, Duration idle) {
        byte[] key = keys.session(session);
        GetExArgs kept = GetExArgs.Builder.px(idle);
        return runner.call(
                "getex",
                key,
                redis -> redis.getex(key, kept).thenApply(Optional::ofNullable),
                value -> value.map(RedisAccounts::text));
    }

    @Override
    public CompletionStage<Void> end(String session) {
        byte[] key = keys.session(session);
        return runner.call("del", key, redis -> redis.del(key), Long::longValue).thenAccept(gone -> {});
    }

    @Override
    public CompletionStage<Duration> attempt(List<Bound> bounds, Duration window) {
        Args args = new Args().add(window.toMillis());
        bounds.forEach(bound -> args.add(bound.most()));
        return runner.run(ATTEMPT, counts(bounds), args).thenApply(reply -> Duration.ofMillis(reply.number(1)));
    }

    @Override
    public CompletionStage<Void> succeeded(List<Bound> bounds) {
        return runner.run(SUCCEEDED, counts(bounds), new Args()).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Instant> now() {
        return clock.get();
    }

    private byte[][] counts(List<Bound> bounds) {
        return bounds.stream().map(bound -> keys.throttle(bound.name())).toArray(byte[][]::new);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
