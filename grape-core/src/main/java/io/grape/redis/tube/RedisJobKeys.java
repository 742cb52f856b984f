package io.grape.redis.tube;

import io.grape.core.Alphabet;
import io.grape.core.CallContext;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.key.JobKeys;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeyPage;
import io.grape.core.key.KeySort;
import io.grape.core.key.KeyState;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.Stages;
import io.grape.redis.script.TubeScripts;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of tubes in Redis. */
public final class RedisJobKeys implements JobKeys {
    private static final Script OVERRIDE = Script.ofTube("key_override");
    private static final String AS_THE_TUBE = "-";

    private final TubeScripts scripts;

    public RedisJobKeys(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<KeyState> get(TubeName tube, String key) {
        return Stages.call(() -> new KeyReader(scripts, tube).read(checked(key)));
    }

    @Override
    public CompletionStage<KeyPage> list(
            TubeName tube, KeySort sort, int limit, @Nullable String cursor, CallContext context) {
        return Stages.call(() -> new KeyLister(scripts, tube, sort, context)
                .page((int) Limits.checked("limit", limit, 1, MAX_PAGE), cursor));
    }

    @Override
    public CompletionStage<Boolean> put(TubeName tube, String key, KeyOverride override) {
        return Stages.call(() -> {
            String values = Stream.of(
                            override.weight(),
                            override.concurrency(),
                            override.perSecond(),
                            override.burst(),
                            override.maxJobs())
                    .map(value -> value == null ? AS_THE_TUBE : value.toString())
                    .collect(Collectors.joining(" "));
            return change(tube, checked(key), values, override.paused() ? "1" : "0");
        });
    }

    @Override
    public CompletionStage<Void> delete(TubeName tube, String key) {
        return Stages.call(() -> change(tube, checked(key), "- - - - -", "").thenAccept(done -> {}));
    }

    private CompletionStage<Boolean> change(TubeName tube, String key, String values, String paused) {
        Args args = scripts.args(tube).add(key).add(values).add(paused).add(MAX_OVERRIDES);
        return scripts.run(OVERRIDE, tube, args)
                .thenCompose(reply -> reply.code().equals("WRONG_STATE")
                        ? CompletableFuture.failedStage(refusal(tube, reply))
                        : scripts.checked(reply, tube))
                .thenApply(reply -> reply.number(1) == 1);
    }

    private static GrapeException refusal(TubeName tube, Reply reply) {
        if (Objects.equals(reply.text(1), "ordered")) {
            return GrapeException.badValue(
                    "concurrency", "1 or null, as the jobs of a key keep their order in tube " + tube, "another one");
        }
        return new GrapeException(
                ErrorCode.WRONG_STATE,
                Objects.equals(reply.text(1), "full")
                        ? "tube " + tube + " has overrides of " + MAX_OVERRIDES + " keys, which is the maximum"
                        : "tube " + tube + " has no keys: an override would have no effect");
    }

    private static String checked(String key) {
        return Alphabet.KEY.checked("key", key, Limits.MAX_KEY_CHARS);
    }
}
