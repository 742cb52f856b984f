package io.grape.client;

import io.grape.client.transport.Call;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.RetryPolicy;
import io.grape.client.transport.Traffic;
import io.grape.client.transport.Transport;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The calls of {@link Operations} as futures. A future fails with a {@link GrapeException}. */
public final class AsyncOperations {
    private final Transport transport;

    AsyncOperations(Transport transport) {
        this.transport = transport;
    }

    private static Call begin(String name, OperationSettings settings, boolean isPreview) {
        return Call.post(name, Target.operations().toString())
                .body(RequestBody.json(SettingsWriter.operation(settings, isPreview)));
    }

    /** See {@link Operations#begin}. */
    public CompletableFuture<OperationStatus> begin(OperationSettings settings) {
        return Futures.ofBody(
                () -> transport.send(begin("beginOperation", settings, false)
                        .traffic(Traffic.CONTROL)
                        .retry(RetryPolicy.IF_NOT_DONE)),
                OperationParser::operation);
    }

    /** See {@link Operations#preview}. */
    public CompletableFuture<OperationPreview> preview(OperationSettings settings) {
        return Futures.ofBody(() -> transport.send(begin("previewOperation", settings, true)), body -> {
            GatePreview preview = JobReader.preview(body);
            return new OperationPreview(preview.matching(), preview.isExact(), preview.sample());
        });
    }

    /** See {@link Operations#list}. */
    public CompletableFuture<OperationPage> list(int limit, @Nullable String cursor) {
        Target target = Target.operations().with("limit", limit).with("cursor", cursor);
        return Futures.ofBody(
                () -> transport.send(Call.get("listOperations", target.toString())), OperationParser::operations);
    }

    /** See {@link Operations#get}. */
    public CompletableFuture<Optional<OperationStatus>> get(String id) {
        return Futures.ofBody(
                        () -> transport.send(
                                Call.get("getOperation", Target.operations(id).toString())),
                        body -> Optional.of(OperationParser.operation(body)))
                .exceptionally(Futures.unless(Optional.empty(), ErrorCode.NOT_FOUND));
    }

    /** See {@link Operations#pause}. */
    public CompletableFuture<OperationStatus> pause(String id) {
        return change("pauseOperation", id, "pause");
    }

    /** See {@link Operations#resume}. */
    public CompletableFuture<OperationStatus> resume(String id) {
        return change("resumeOperation", id, "resume");
    }

    /** See {@link Operations#cancel}. */
    public CompletableFuture<OperationStatus> cancel(String id) {
        return change("cancelOperation", id, "cancel");
    }

    private CompletableFuture<OperationStatus> change(String name, String id, String verb) {
        return Futures.ofBody(
                () -> transport.send(
                        Call.post(name, Target.operations(id, verb).toString()).traffic(Traffic.CONTROL)),
                OperationParser::operation);
    }
}
