package io.grape.client;

import io.grape.client.transport.Call;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.Transport;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The calls of {@link TubeKeys} as futures. A future fails with a {@link GrapeException}. */
public final class AsyncTubeKeys {
    private static final String KEYS = "keys";

    private final Transport transport;
    private final String tube;

    AsyncTubeKeys(Transport transport, String tube) {
        this.transport = transport;
        this.tube = tube;
    }

    /** See {@link TubeKeys#get}. */
    public CompletableFuture<KeyStatus> get(String key) {
        return Futures.ofBody(() -> transport.send(Call.get("key", target(key))), TubeParser::key);
    }

    private String target(String key) {
        return Target.tubes(tube, KEYS, key).toString();
    }

    /** See {@link TubeKeys#list}. */
    public CompletableFuture<KeyPage> list(KeySort sort, int limit, @Nullable String cursor) {
        Target target = Target.tubes(tube, KEYS)
                .with("sort", sort.wireName())
                .with("limit", limit)
                .with("cursor", cursor);
        return Futures.ofBody(() -> transport.send(Call.get(KEYS, target.toString())), TubeParser::keys);
    }

    /** See {@link TubeKeys#put}. */
    public CompletableFuture<KeyStatus> put(String key, KeyOverride override) {
        RequestBody body = RequestBody.json(SettingsWriter.override(override));
        return Futures.ofBody(() -> transport.send(Call.put("putKey", target(key), body)), TubeParser::key);
    }

    /** See {@link TubeKeys#delete}. */
    public CompletableFuture<Void> delete(String key) {
        return Futures.ofResponse(() -> transport.send(Call.delete("deleteKey", target(key))), response -> {
                    ResponseParser.done(response);
                    return true;
                })
                .thenAccept(done -> {});
    }
}
