package io.grape.redis.tube;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.CallContext;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.overload.WorkClass;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeCreator;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.core.tube.Tubes;
import io.grape.redis.broker.BrokerCapabilities;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.script.Args;
import io.grape.redis.script.BatchSplitter;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Registry;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.SharedQuestion;
import io.grape.redis.script.Stages;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.script.UnreadableJobLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tubes, and the registry of their names.
 *
 * <p>The registry and a tube are in different slots, so they cannot change together. Two rules keep a tube with jobs in
 * the registry, whatever comes late, gets lost, or dies:
 *
 * <ul>
 * <li>A tube takes no job until it is told, with the token of its creation, that its name was added afterwards.
 * <li>A name is removed only with a token that was given before the tube was seen marked or gone. Each adding of the
 * name ends its token: a late removal has an invalid token, or the name will still be added.
 * </ul>
 *
 * <p>A name in the registry without a tube does no harm. Source: {@code docs/decisions/0006-removal-in-slices.md}.
 */
public final class RedisTubes implements Tubes {
    private static final Script CREATE = Script.ofTube("create");
    private static final Script CONFIGURE = Script.ofTube("configure");
    static final Script DESCRIBE = Script.ofTube("describe");
    private static final Script PAUSE = Script.ofTube("pause");
    private static final Script EXPIRE = Script.ofTube("expire");
    private static final byte[] MADE = "ttr".getBytes(UTF_8);
    private static final byte[] DELETING = "deleting".getBytes(UTF_8);

    private final TubeScripts scripts;
    private final ScriptRunner runner;
    private final Keys keys;
    private final Registry registry;
    private final TubeNames names;
    private final BrokerCapabilities capabilities;
    private final TubePurge purge;

    public RedisTubes(TubeScripts scripts, ScriptRunner runner, Keys keys, BrokerCapabilities capabilities) {
        this.scripts = scripts;
        this.runner = runner;
        this.keys = keys;
        this.registry = new Registry(runner, keys);
        this.names = new TubeNames(runner, keys);
        this.capabilities = capabilities;
        this.purge = new TubePurge(scripts, registry);
    }

    @Override
    public CompletionStage<NavigableSet<TubeName>> names() {
        return names.get();
    }

    /** Adds the bytes that the names take to an account, from now on, and subtracts them when they are gone. */
    public void accountNamesTo(LongConsumer account) {
        names.accountTo(account);
    }

    @Override
    public CompletionStage<Boolean> exists(TubeName name) {
        byte[] tube = keys.tube(name).keys()[0];
        return runner.call(
                "hmget",
                tube,
                redis -> redis.hmget(tube, MADE, DELETING),
                fields -> fields.get(0).hasValue() && !fields.get(1).hasValue());
    }

    @Override
    public CompletionStage<Boolean> existsInTurn(TubeName name) {
        return scripts.batcher()
                .submit(new SharedQuestion<>(name, WorkClass.CONSUME, "exists"), () -> exists(name), CallContext.NONE);
    }

    @Override
    public CompletionStage<Boolean> create(TubeName name, TubeSettings settings) {
        return capabilities
                .checked(name, settings.asChange())
                .thenCompose(done -> registry.enlist(name))
                .thenCompose(listed -> make(name, settings, () -> registry.enlist(name)));
    }

    /**
     * Asks again for a place that was given back, before the tube is confirmed. Otherwise one tube too many could
     * exist.
     */
    @Override
    public CompletionStage<Boolean> create(TubeName name, TubeSettings settings, TubeCreator creator) {
        return capabilities
                .checked(name, settings.asChange())
                .thenCompose(done -> registry.allow(name, creator))
                .thenCompose(allowed -> make(name, settings, () -> registry.allow(name, creator))
                        .exceptionallyCompose(failure -> notMade(name, failure)));
    }

    private CompletionStage<Boolean> make(TubeName name, TubeSettings settings, Supplier<CompletionStage<?>> adding) {
        Args args = SettingFields.add(scripts.hintingArgs(name).add(Registry.newToken()), settings.asChange());
        return scripts.run(CREATE, name, args)
                .thenCompose(reply -> {
                    if (reply.code().equals("DELETING")) {
                        purge.goOn(name);
                    }
                    return scripts.checked(reply, name);
                })
                .thenCompose(
                        reply -> register(name, reply.text(2), adding).thenApply(registered -> reply.number(1) == 1));
    }

    /** If Redis gave the reason, it is known what exists. If the tube may still be created, its name stays. */
    private CompletionStage<Boolean> notMade(TubeName name, Throwable failure) {
        CompletionStage<?> undone = switch (StoreFailure.unwrapped(failure) instanceof GrapeException ours
                ? ours.code()
                : ErrorCode.INTERNAL) {
            case STORE_UNAVAILABLE -> CompletableFuture.completedStage(false);
            case QUOTA_EXCEEDED -> purge.run(name, TubePurge.IF_EMPTY);
            default -> registry.giveUp(name);
        };
        return undone.handle((done, ignored) -> failure).thenCompose(CompletableFuture::failedStage);
    }

    /** Adds the name of a new tube, and tells the tube. If the tube was removed meanwhile, its name goes, too. */
    public CompletionStage<Boolean> register(TubeName name, String token) {
        return register(name, token, () -> registry.enlist(name));
    }

    private CompletionStage<Boolean> register(TubeName name, String token, Supplier<CompletionStage<?>> adding) {
        CompletionStage<?> listed = adding.get();
        return token.isEmpty() ? listed.thenApply(added -> true) : listed.thenCompose(added -> purge.tell(name, token));
    }

    @Override
    public CompletionStage<Void> configure(TubeName name, TubeSettingsChange change) {
        Args args = SettingFields.add(scripts.hintingArgs(name).addOptional(change.rev()), change);
        return capabilities.checked(name, change).thenCompose(checked -> done(CONFIGURE, name, args));
    }

    @Override
    public CompletionStage<Tube> describe(TubeName name) {
        return describe(name, args -> scripts.runOrFail(DESCRIBE, name, args));
    }

    @Override
    public CompletionStage<Tube> describeInTurn(TubeName name) {
        return describe(name, args -> scripts.lookEvenIfFull(DESCRIBE, name, args));
    }

    private CompletionStage<Tube> describe(TubeName name, Function<Args, CompletionStage<Reply>> run) {
        return describe(name, 0, run).thenCompose(first -> addPriorities(name, first, run));
    }

    private CompletionStage<Tube> addPriorities(
            TubeName name, TubeReader sum, Function<Args, CompletionStage<Reply>> run) {
        Integer next = sum.nextSkip();
        return next == null
                ? CompletableFuture.completedStage(sum.toTube())
                : describe(name, next, run).thenCompose(more -> addPriorities(name, sum.plus(more), run));
    }

    private CompletionStage<TubeReader> describe(TubeName name, int skip, Function<Args, CompletionStage<Reply>> run) {
        return run.apply(scripts.args(name).add(skip)).thenApply(reply -> TubeReader.read(name, reply));
    }

    /** Any broker that meets a marked tube continues its removal. */
    @Override
    public CompletionStage<Void> delete(TubeName name) {
        return purge.run(name, TubePurge.BEGIN).thenAccept(gone -> {});
    }

    @Override
    public CompletionStage<Boolean> deleteIfEmpty(TubeName name) {
        return purge.run(name, TubePurge.IF_EMPTY);
    }

    /** Registers missing names, and returns them. Completes interrupted removals, and skips what cannot be read. */
    public CompletionStage<List<TubeName>> relist(List<TubeName> found) {
        List<TubeName> put = new ArrayList<>();
        return registry.missing(found).thenCompose(missing -> {
            CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
            for (TubeName name : missing) {
                all = all.thenCompose(before -> put(name, put));
            }
            return all.thenApply(done -> put);
        });
    }

    private CompletionStage<Boolean> put(TubeName name, List<TubeName> put) {
        return purge.run(name, TubePurge.GO_ON)
                .thenCompose(done -> exists(name))
                .thenApply(isThere -> isThere && put.add(name))
                .exceptionallyCompose(failure -> StoreFailure.unwrapped(failure) instanceof GrapeException ours
                                && ours.code() == ErrorCode.WRONG_STATE
                        ? CompletableFuture.completedStage(false)
                        : CompletableFuture.failedStage(failure));
    }

    @Override
    public CompletionStage<Void> pause(TubeName name, @Nullable Duration duration, String reason) {
        return Stages.call(() -> {
            Args args = scripts.hintingArgs(name);
            if (duration == null) {
                args.none();
            } else {
                args.add(Limits.checked("forMs", duration.toMillis(), 1, Limits.MAX_DURATION.toMillis()));
            }
            return done(PAUSE, name, args.add(Limits.checkedReason(reason)));
        });
    }

    @Override
    public CompletionStage<Void> resume(TubeName name) {
        return done(PAUSE, name, scripts.hintingArgs(name).add(0).none());
    }

    @Override
    public CompletionStage<ExpiryPass> expireLeases(TubeName name) {
        return scripts.run(EXPIRE, name, expiryArgs(name)).thenCompose(reply -> expired(name, reply));
    }

    /** The same before a look at its jobs. */
    public CompletionStage<ExpiryPass> expireLeases(TubeName name, CallContext context) {
        return scripts.inTurn(EXPIRE, name, expiryArgs(name), context).thenCompose(reply -> expired(name, reply));
    }

    private Args expiryArgs(TubeName name) {
        return scripts.hintingArgs(name).add(BatchSplitter.MAX_JOBS);
    }

    private CompletionStage<ExpiryPass> expired(TubeName name, Reply reply) {
        return switch (reply.code()) {
            case "TUBE_NOT_FOUND" -> CompletableFuture.completedStage(new ExpiryPass(0, null));
            case "DELETING" -> {
                purge.goOn(name);
                yield CompletableFuture.completedStage(new ExpiryPass(0, null));
            }
            default -> scripts.checked(reply, name).thenApply(ended -> migration(name, ended));
        };
    }

    private static ExpiryPass migration(TubeName tube, Reply reply) {
        UnreadableJobLog.tell(tube, reply);
        Duration next = reply.isEmpty(2) ? null : Duration.ofMillis(reply.number(2));
        return new ExpiryPass((int) reply.number(1), next);
    }

    private CompletionStage<Void> done(Script script, TubeName name, Args args) {
        return scripts.runOrFail(script, name, args).thenAccept(reply -> {});
    }
}
