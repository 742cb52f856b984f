package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Limits;
import io.grape.core.Tube;
import io.grape.core.TubeName;
import io.grape.core.TubeSettings;
import io.grape.core.Tubes;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tubes, and the registry of their names.
 *
 * <p>The registry is in another slot than a tube, so the two cannot change together. A tube enters the registry before it is
 * made and once more after. It leaves when it is empty and marked, before it is removed for good, so that a removal whose broker
 * died is found and ended by another; whoever then meets it made anew enters it once more. Whichever way makings and removals
 * meet, a tube that exists is in the registry. A name in the registry without a tube does no harm.
 */
final class RedisTubes implements Tubes {
    private static final Script CREATE = Script.ofTube("create");
    private static final Script CONFIGURE = Script.ofTube("configure");
    private static final Script DESCRIBE = Script.ofTube("describe");
    private static final Script PAUSE = Script.ofTube("pause");
    private static final Script MIGRATE = Script.ofTube("migrate");
    private static final Script PURGE = Script.ofTube("purge");
    private static final Script ENLIST = Script.ofRegistry("enlist");
    private static final Script STRIKE = Script.ofRegistry("strike");
    private static final byte[] MADE = "ttr".getBytes(UTF_8);
    private static final byte[] DELETING = "deleting".getBytes(UTF_8);
    private static final String LAST_PAGE = "0";
    private static final ScanArgs PAGE = ScanArgs.Builder.limit(1000);

    private final TubeScripts scripts;
    private final ScriptRunner runner;
    private final Keys keys;
    private final Set<TubeName> purging = ConcurrentHashMap.newKeySet();

    RedisTubes(TubeScripts scripts, ScriptRunner runner, Keys keys) {
        this.scripts = scripts;
        this.runner = runner;
        this.keys = keys;
    }

    @Override
    public CompletionStage<Set<TubeName>> names() {
        return scan(ScanCursor.INITIAL, new HashSet<>());
    }

    private CompletionStage<Set<TubeName>> scan(ScanCursor cursor, Set<TubeName> names) {
        CompletionStage<ScanCursor> next =
                runner.call("sscan", keys.tubes(), redis -> redis.sscan(keys.tubes(), cursor, PAGE), found -> {
                    found.getValues()
                            .forEach(name ->
                                    ListedTube.read(new String(name, UTF_8)).ifPresent(names::add));
                    return ScanCursor.of(found.getCursor());
                });
        return next.thenCompose(
                at -> at.getCursor().equals(LAST_PAGE) ? CompletableFuture.completedStage(names) : scan(at, names));
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
    public CompletionStage<Boolean> create(TubeName name, TubeSettings settings) {
        Args args = settings(scripts.hintingArgs(name), settings);
        return registry(ENLIST, name)
                .thenCompose(listed -> scripts.runOrFail(CREATE, name, args))
                .thenCompose(reply -> registry(ENLIST, name).thenApply(listed -> reply.number(1) == 1));
    }

    @Override
    public CompletionStage<Void> configure(TubeName name, TubeSettings.Change change) {
        Duration ttr = change.ttr();
        Integer attempts = change.maxAttempts();
        Args args = scripts.args(name)
                .addOptional(ttr == null ? null : ttr.toMillis())
                .addOptional(attempts == null ? null : attempts.longValue());
        return done(CONFIGURE, name, args);
    }

    private static Args settings(Args args, TubeSettings settings) {
        return args.add(settings.ttr().toMillis()).add(settings.maxAttempts());
    }

    @Override
    public CompletionStage<Tube> describe(TubeName name) {
        return describe(name, 0).thenCompose(first -> addPriorities(name, first));
    }

    private CompletionStage<Tube> addPriorities(TubeName name, TubeReader sum) {
        Integer next = sum.nextSkip();
        return next == null
                ? CompletableFuture.completedStage(sum.toTube())
                : describe(name, next).thenCompose(more -> addPriorities(name, sum.plus(more)));
    }

    private CompletionStage<TubeReader> describe(TubeName name, int skip) {
        return scripts.runOrFail(DESCRIBE, name, scripts.args(name).add(skip))
                .thenApply(reply -> TubeReader.read(name, reply));
    }

    /** Whoever meets a tube that is marked goes on with it, so that it does not matter which broker ends the work. */
    @Override
    public CompletionStage<Void> delete(TubeName name) {
        return purge(name, "begin").thenAccept(gone -> {});
    }

    @Override
    public CompletionStage<Boolean> deleteIfEmpty(TubeName name) {
        return purge(name, "begin if empty");
    }

    /** True once it is gone, false when it is not to be removed. */
    private CompletionStage<Boolean> purge(TubeName name, String step) {
        Args args = scripts.args(name).add(step).add(Slices.MAX_JOBS);
        return scripts.runOrFail(PURGE, name, args).thenCompose(reply -> switch (reply.text(1)) {
            case "more" -> purge(name, "continue");
            case "empty" -> registry(STRIKE, name).thenCompose(struck -> purge(name, "remove"));
            // Another broker had removed it, and it was made anew before this one struck it.
            case "alive" -> registry(ENLIST, name).thenApply(listed -> true);
            case "in use" -> CompletableFuture.completedStage(false);
            default -> CompletableFuture.completedStage(true);
        });
    }

    /** Goes on with a removal that another broker may have left half-done; once at a time, and nobody waits for it. */
    private void purgeOn(TubeName name) {
        if (purging.add(name)) {
            purge(name, "continue").whenComplete((gone, failure) -> purging.remove(name));
        }
    }

    @Override
    public CompletionStage<Void> pause(TubeName name, @Nullable Duration duration, String reason) {
        return Checked.call(() -> {
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
    public CompletionStage<Migration> migrate(TubeName name) {
        Args args = scripts.hintingArgs(name).add(Slices.MAX_JOBS);
        return scripts.run(MIGRATE, name, args).thenCompose(reply -> switch (reply.code()) {
            case "TUBE_NOT_FOUND" -> CompletableFuture.completedStage(new Migration(0, null));
            case "DELETING" -> {
                purgeOn(name);
                yield CompletableFuture.completedStage(new Migration(0, null));
            }
            default -> scripts.checked(reply, name).thenApply(ended -> migration(name, ended));
        });
    }

    private static Migration migration(TubeName tube, Reply reply) {
        SetAside.tell(tube, reply);
        Duration next = reply.isEmpty(2) ? null : Duration.ofMillis(reply.number(2));
        return new Migration((int) reply.number(1), next);
    }

    private CompletionStage<Void> done(Script script, TubeName name, Args args) {
        return scripts.runOrFail(script, name, args).thenAccept(reply -> {});
    }

    private CompletionStage<Reply> registry(Script script, TubeName name) {
        return runner.run(script, keys.registry(), new Args().add(name.value()));
    }
}
