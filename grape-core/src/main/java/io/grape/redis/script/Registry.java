package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.tube.TubeCreator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** The registry of tube names, and its changes. */
public final class Registry {
    private static final Script REGISTER = Script.ofRegistry("register");
    private static final Script RESTORE = Script.ofRegistry("restore");
    private static final Script ALLOW = Script.ofRegistry("allow");
    private static final Script CONDEMN = Script.ofRegistry("condemn");
    private static final Script UNREGISTER = Script.ofRegistry("unregister");

    private final ScriptRunner runner;
    private final Keys keys;

    public Registry(ScriptRunner runner, Keys keys) {
        this.runner = runner;
        this.keys = keys;
    }

    /** A token for one creation or one removal of a tube. */
    public static String newToken() {
        return JobId.random().value();
    }

    /** Adds a tube for its creator. Fails with QUOTA_EXCEEDED if that creator already has the maximum. */
    public CompletionStage<Void> allow(TubeName name, TubeCreator creator) {
        return runner.run(
                        ALLOW,
                        keys.registry(creator.name()),
                        new Args().add(name.value()).add(creator.most()))
                .thenAccept(reply -> {
                    if (reply.number(1) == 0) {
                        throw new GrapeException(
                                ErrorCode.QUOTA_EXCEEDED,
                                "tubes: " + creator.name() + " made " + creator.most()
                                        + " that are there, expected fewer");
                    }
                });
    }

    /** Adds a tube; fails if Redis is full. */
    public CompletionStage<Reply> enlist(TubeName name) {
        return runner.run(REGISTER, keys.registry(), new Args().add(name.value()));
    }

    /** Adds an existing tube. True if its name was missing. */
    public CompletionStage<Boolean> relist(TubeName name) {
        return runner.run(RESTORE, keys.registry(), new Args().add(name.value()))
                .thenApply(reply -> reply.number(1) == 1);
    }

    /** The token to remove a tube's name with, if the tube is seen marked or gone after this. */
    public CompletionStage<String> condemn(TubeName name) {
        byte[][] leaving = {keys.registry()[2]};
        return runner.run(CONDEMN, leaving, new Args().add(name.value()).add(newToken()))
                .thenApply(reply -> reply.text(1));
    }

    /** Removes a name, unless it was added since the token was given. */
    public CompletionStage<Reply> strike(TubeName name, String token) {
        return runner.run(
                UNREGISTER, keys.registry(), new Args().add(name.value()).add(token));
    }

    /** Removes a name without a tube. */
    public CompletionStage<Void> giveUp(TubeName name) {
        byte[] tube = keys.tube(name).keys()[0];
        return condemn(name)
                .thenCompose(token -> runner.call("exists", tube, redis -> redis.exists(tube), found -> found > 0)
                        .thenCompose(isThere -> isThere
                                ? CompletableFuture.<Void>completedStage(null)
                                : strike(name, token).thenAccept(struck -> {})));
    }

    /** The missing ones of these names. */
    public CompletionStage<List<TubeName>> missing(List<TubeName> names) {
        byte[][] members =
                names.stream().map(name -> name.value().getBytes(UTF_8)).toArray(byte[][]::new);
        return runner.call(
                "smismember",
                keys.tubes(),
                redis -> redis.smismember(keys.tubes(), members),
                there -> IntStream.range(0, names.size())
                        .filter(at -> !there.get(at))
                        .mapToObj(names::get)
                        .toList());
    }
}
