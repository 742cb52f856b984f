package io.grape.redis.script;

import io.grape.core.GrapeException;
import java.util.concurrent.CompletionStage;

/** Keeps scripts from Redis that it would stop in their middle, and explains what it denied. */
public interface RightsGuard {
    /** Whether a script must not begin, as a command is denied that it uses. */
    boolean isDenied(ScriptText script);

    /** Fails if such a script must still not begin. */
    CompletionStage<Void> permit(ScriptText script);

    /** Whether a call of this name asks for rights itself, so that its failure is not explained. */
    boolean isQuestion(String call);

    /** What a call fails with that Redis has denied. Names the rights that are missing, if Redis can tell. */
    CompletionStage<GrapeException> explain(Throwable failure);
}
