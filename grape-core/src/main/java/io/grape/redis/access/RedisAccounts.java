package io.grape.redis.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.access.AccountKind;
import io.grape.core.access.Accounts;
import io.grape.core.access.LoginAttempt;
import io.grape.core.access.SessionLifetime;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Users, tokens, sessions and login attempts: keys of one slot. */
public final class RedisAccounts implements Accounts {
    private static final Script CHANGE = Script.ofAccess("change");
    private static final Script OPEN = Script.ofAccess("open");
    private static final Script SESSION = Script.ofAccess("session");
    private static final Script ATTEMPT = Script.ofAccess("attempt");
    private static final Script SUCCEEDED = Script.ofAccess("succeeded");
    /** The addresses from which an account was signed in. */
    private static final int MAX_ADDRESSES = 20;

    private final ScriptRunner runner;
    private final Keys keys;
    private final Supplier<CompletionStage<Instant>> clock;

    public RedisAccounts(ScriptRunner runner, Keys keys, Supplier<CompletionStage<Instant>> clock) {
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
    public CompletionStage<Map<String, String>> all(AccountKind kind) {
        byte[] key = keys.accounts(kind)[0];
        return runner.call("hgetall", key, redis -> redis.hgetall(key), fields -> {
            Map<String, String> all = new HashMap<>();
            fields.forEach((name, value) -> all.put(text(name), text(value)));
            return all;
        });
    }

    @Override
    public CompletionStage<Optional<String>> find(AccountKind kind, String name) {
        byte[] key = keys.accounts(kind)[0];
        return runner.call(
                "hget",
                key,
                redis -> redis.hget(key, name.getBytes(UTF_8)).thenApply(Optional::ofNullable),
                value -> value.map(RedisAccounts::text));
    }

    @Override
    public CompletionStage<Boolean> change(
            AccountKind kind, String name, @Nullable String before, @Nullable String after) {
        return change(kind, changing(name, before, after).add(""));
    }

    @Override
    public CompletionStage<Boolean> changeAt(
            long version, AccountKind kind, String name, @Nullable String before, @Nullable String after) {
        return change(kind, changing(name, before, after).add(version));
    }

    private static Args changing(String name, @Nullable String before, @Nullable String after) {
        return new Args().add(name).add(before == null ? "" : before).add(after == null ? "" : after);
    }

    private CompletionStage<Boolean> change(AccountKind kind, Args args) {
        return runner.run(CHANGE, keys.accounts(kind), args).thenApply(reply -> reply.number(1) == 1);
    }

    @Override
    public CompletionStage<Void> open(String session, String text, SessionLifetime life) {
        Args args = new Args().add(text).add(life.idle().toMillis());
        return runner.run(OPEN, new byte[][] {keys.session(session)}, args).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Optional<String>> session(String session, SessionLifetime life) {
        Args args = new Args().add(life.idle().toMillis()).add(life.most().toMillis());
        return runner.run(SESSION, new byte[][] {keys.session(session)}, args)
                .thenApply(reply -> Optional.of(reply.text(1)).filter(text -> !text.isEmpty()));
    }

    @Override
    public CompletionStage<Void> end(String session) {
        byte[] key = keys.session(session);
        return runner.call("del", key, redis -> redis.del(key), Long::longValue).thenAccept(gone -> {});
    }

    @Override
    public CompletionStage<Duration> attempt(LoginAttempt attempt) {
        Args args = new Args()
                .add(attempt.window().toMillis())
                .add(attempt.address())
                .add(attempt.memory().toMillis());
        attempt.bounds().forEach(bound -> args.add(bound.most()));
        return runner.run(ATTEMPT, keys(attempt), args).thenApply(reply -> Duration.ofMillis(reply.number(1)));
    }

    @Override
    public CompletionStage<Void> succeeded(LoginAttempt attempt) {
        Args args = new Args()
                .add(attempt.address())
                .add(attempt.memory().toMillis())
                .add(MAX_ADDRESSES);
        return runner.run(SUCCEEDED, keys(attempt), args).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Instant> now() {
        return clock.get();
    }

    private byte[][] keys(LoginAttempt attempt) {
        return Stream.concat(
                        Stream.of(keys.knownAddresses(attempt.account())),
                        attempt.bounds().stream().map(bound -> keys.throttle(bound.name())))
                .toArray(byte[][]::new);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
