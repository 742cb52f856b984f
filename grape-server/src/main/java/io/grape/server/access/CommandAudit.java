package io.grape.server.access;

import io.grape.core.GrapeException;
import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditLog;
import io.grape.core.access.AuditOrigin;
import io.grape.core.access.AuditSubject;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Writes down what a word of the launcher changes, like what is done through a broker. */
public final class CommandAudit {
    /** Who it was. */
    public static final String ACTOR = "cli";

    private final AuditLog log;

    public CommandAudit(AuditLog log) {
        this.log = log;
    }

    /** Does it, between an entry that it was begun and one of how it ended. */
    public <T> T of(String action, String target, String detail, Supplier<T> act) {
        AuditEntry begun = new AuditEntry(
                ACTOR, action, new AuditSubject("", target, detail), AuditEntry.BEGUN, new AuditOrigin("", ""));
        String id = get(log.write(begun, null));
        try {
            T done = act.get();
            get(log.write(begun.outcome(AuditEntry.OK), id));
            return done;
        } catch (GrapeException e) {
            get(log.write(begun.outcome(AuditEntry.failed(e.code())), id));
            throw e;
        }
    }

    private static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof GrapeException ours ? ours : e;
        }
    }
}
