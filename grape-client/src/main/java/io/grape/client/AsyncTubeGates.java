package io.grape.client;

import io.grape.client.transport.Call;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.Transport;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The calls of {@link TubeGates} as futures. A future fails with a {@link GrapeException}. */
public final class AsyncTubeGates {
    private static final String GATES = "gates";
    /** A dry run needs a name, and puts nothing up under it. */
    private static final String ANY = "preview";

    private final Transport transport;
    private final String tube;

    AsyncTubeGates(Transport transport, String tube) {
        this.transport = transport;
        this.tube = tube;
    }

    private Target target(String name) {
        return Target.tubes(tube, GATES, name);
    }

    private static Call put(String call, Target target, GateSettings gate) {
        return Call.put(call, target.toString(), RequestBody.json(SettingsWriter.gate(gate)));
    }

    /** See {@link TubeGates#list}. */
    public CompletableFuture<List<GateStatus>> list() {
        Target target = Target.tubes(tube, GATES);
        return Futures.ofBody(() -> transport.send(Call.get(GATES, target.toString())), TubeParser::gates);
    }

    /** See {@link TubeGates#preview}. */
    public CompletableFuture<GatePreview> preview(GateSettings gate) {
        return Futures.ofBody(
                () -> transport.send(put("previewGate", target(ANY).with("dryRun", true), gate)), JobReader::preview);
    }

    /** See {@link TubeGates#put}. */
    public CompletableFuture<GateStatus> put(String name, GateSettings gate) {
        return Futures.ofBody(() -> transport.send(put("putGate", target(name), gate)), TubeParser::gate);
    }

    /** See {@link TubeGates#lift}. */
    public CompletableFuture<Boolean> lift(String name) {
        return Futures.ofResponse(
                        () -> transport.send(
                                Call.delete("liftGate", target(name).toString())),
                        response -> {
                            ResponseParser.done(response);
                            return true;
                        })
                .exceptionally(Futures.unless(false, ErrorCode.NOT_FOUND));
    }
}
