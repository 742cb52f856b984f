package io.grape.redis.tube;

import io.grape.core.TubeName;
import io.grape.core.key.KeySettings;
import io.grape.core.key.KeyState;
import io.grape.redis.script.Args;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads the state of keys of one tube. */
final class KeyReader {
    private static final Script STATES = Script.ofTube("key_states");
    private static final int KEYS_A_RUN = 100;
    private static final int FIRST = 3;
    private static final int VALUES = 6;

    private final TubeScripts scripts;
    private final TubeName tube;

    KeyReader(TubeScripts scripts, TubeName tube) {
        this.scripts = scripts;
        this.tube = tube;
    }

    /**
     * A key.
     *
     * @param lane the name of its most urgent lane that has jobs, null if none does
     */
    record Found(KeyState state, @Nullable String lane) {}

    CompletionStage<KeyState> read(String key) {
        return read(List.of(key)).thenApply(found -> found.get(0).state());
    }

    CompletionStage<List<Found>> read(List<String> keys) {
        CompletionStage<List<Found>> all = CompletableFuture.completedStage(new ArrayList<>());
        for (int at = 0; at < keys.size(); at += KEYS_A_RUN) {
            List<String> some = keys.subList(at, Math.min(keys.size(), at + KEYS_A_RUN));
            all = all.thenCompose(before -> run(some).thenApply(found -> {
                before.addAll(found);
                return before;
            }));
        }
        return all;
    }

    private CompletionStage<List<Found>> run(List<String> keys) {
        Args args = scripts.args(tube);
        keys.forEach(args::add);
        return scripts.lookEvenIfFull(STATES, tube, args).thenApply(reply -> {
            KeySettings ofTube = SettingFields.keys(reply.text(2));
            List<Found> found = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                found.add(found(reply, FIRST + i * VALUES, keys.get(i), ofTube));
            }
            return found;
        });
    }

    private static Found found(Reply reply, int at, String key, KeySettings ofTube) {
        Double weight = reply.isEmpty(at + 5) ? null : Double.valueOf(reply.text(at + 5));
        KeyState state = new KeyState(
                key,
                SettingFields.inEffect(reply.text(at), ofTube, weight),
                !reply.isEmpty(at),
                weight,
                reply.number(at + 1),
                reply.number(at + 2),
                reply.isEmpty(at + 3) ? null : Duration.ofMillis(reply.number(1) - reply.number(at + 3)));
        return new Found(state, reply.isEmpty(at + 4) ? null : reply.text(at + 4));
    }
}
