package io.grape.client;

import io.grape.client.transport.Call;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.Traffic;
import io.grape.client.transport.Transport;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The calls of {@link Tubes} as futures. A future fails with a {@link GrapeException}. */
public final class AsyncTubes {
    private final Transport transport;

    AsyncTubes(Transport transport) {
        this.transport = transport;
    }

    /** See {@link Tubes#list}. */
    public CompletableFuture<TubePage> list(int limit, @Nullable String cursor) {
        Target target = Target.tubes().with("limit", limit).with("cursor", cursor);
        return Futures.ofBody(() -> transport.send(Call.get("tubes", target.toString())), TubeParser::tubes);
    }

    /** See {@link Tubes#status}. */
    public CompletableFuture<Optional<TubeStatus>> status(String tube) {
        Target target = Target.tubes(tube);
        return Futures.ofBody(
                        () -> transport.send(Call.get("tube", target.toString())),
                        body -> Optional.of(TubeParser.tube(body)))
                .exceptionally(Futures.unless(Optional.empty(), ErrorCode.TUBE_NOT_FOUND));
    }

    /** See {@link Tubes#scale}. */
    public CompletableFuture<Optional<TubeScale>> scale(String tube) {
        Target target = Target.tubes(tube, "scale");
        return Futures.ofBody(
                        () -> transport.send(Call.get("scale", target.toString())),
                        body -> Optional.of(TubeParser.scale(body)))
                .exceptionally(Futures.unless(Optional.empty(), ErrorCode.TUBE_NOT_FOUND));
    }

    /** See {@link Tubes#configure}. */
    public CompletableFuture<TubeStatus> configure(String tube, TubeSettings settings) {
        RequestBody body = RequestBody.json(SettingsWriter.settings(settings));
        Call call = Call.put("configure", Target.tubes(tube).toString(), body);
        return Futures.ofBody(() -> transport.send(call), TubeParser::tube);
    }

    /** See {@link Tubes#keys}. */
    public AsyncTubeKeys keys(String tube) {
        return new AsyncTubeKeys(transport, tube);
    }

    /** See {@link Tubes#gates}. */
    public AsyncTubeGates gates(String tube) {
        return new AsyncTubeGates(transport, tube);
    }

    /** See {@link Tubes#pause}. */
    public CompletableFuture<TubeStatus> pause(String tube, @Nullable Duration time, @Nullable String reason) {
        Target target = Target.tubes(tube, "pause").with("forMs", time).with("reason", reason);
        return Futures.ofBody(
                () -> transport.send(Call.post("pause", target.toString()).traffic(Traffic.CONTROL)), TubeParser::tube);
    }

    /** See {@link Tubes#resume}. */
    public CompletableFuture<TubeStatus> resume(String tube) {
        Target target = Target.tubes(tube, "resume");
        return Futures.ofBody(
                () -> transport.send(Call.post("resume", target.toString()).traffic(Traffic.CONTROL)),
                TubeParser::tube);
    }

    /** See {@link Tubes#delete}. */
    public CompletableFuture<Boolean> delete(String tube) {
        Target target = Target.tubes(tube).with("confirm", tube);
        return Futures.ofResponse(() -> transport.send(Call.delete("deleteTube", target.toString())), response -> {
                    ResponseParser.done(response);
                    return true;
                })
                .exceptionally(Futures.unless(false, ErrorCode.TUBE_NOT_FOUND));
    }
}
