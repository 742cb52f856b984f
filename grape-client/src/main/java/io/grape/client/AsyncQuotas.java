package io.grape.client;

import io.grape.client.transport.Call;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.Transport;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The calls of {@link Quotas} as futures. A future fails with a {@link GrapeException}. */
public final class AsyncQuotas {
    private final Transport transport;

    AsyncQuotas(Transport transport) {
        this.transport = transport;
    }

    /** See {@link Quotas#put}. */
    public CompletableFuture<QuotaSettings> put(String name, QuotaSettings settings) {
        return Futures.ofBody(
                () -> transport.send(Call.put(
                        "putQuota", Target.quotas(name).toString(), RequestBody.json(SettingsWriter.quota(settings)))),
                QuotaParser::settings);
    }

    /** See {@link Quotas#get}. */
    public CompletableFuture<Optional<QuotaStatus>> get(String name) {
        return Futures.ofBody(
                        () -> transport.send(
                                Call.get("getQuota", Target.quotas(name).toString())),
                        body -> Optional.of(QuotaParser.quota(body)))
                .exceptionally(Futures.unless(Optional.empty(), ErrorCode.NOT_FOUND));
    }

    /** See {@link Quotas#list}. */
    public CompletableFuture<List<QuotaStatus>> list() {
        return Futures.ofBody(
                () -> transport.send(Call.get("listQuotas", Target.quotas().toString())), QuotaParser::quotas);
    }

    /** See {@link Quotas#delete}. */
    public CompletableFuture<Boolean> delete(String name) {
        return Futures.ofResponse(
                        () -> transport.send(
                                Call.delete("deleteQuota", Target.quotas(name).toString())),
                        response -> {
                            ResponseParser.done(response);
                            return true;
                        })
                .exceptionally(Futures.unless(false, ErrorCode.NOT_FOUND));
    }
}
