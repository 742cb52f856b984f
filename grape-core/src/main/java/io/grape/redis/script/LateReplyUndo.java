package io.grape.redis.script;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Undoes a call whose reply comes too late: its caller was already told that it failed. */
final class LateReplyUndo {
    private final Consumer<Reply> undo;
    private @Nullable Reply heard;
    private boolean givenUp;

    LateReplyUndo(Consumer<Reply> undo) {
        this.undo = undo;
    }

    /** The reply has arrived. */
    void heard(List<byte[]> answer) {
        Reply reply = new Reply(answer);
        synchronized (this) {
            heard = reply;
            if (!givenUp) {
                return;
            }
        }
        undo.accept(reply);
    }

    /** The caller was told that the call failed. */
    void givenUp() {
        Reply reply;
        synchronized (this) {
            givenUp = true;
            reply = heard;
        }
        if (reply != null) {
            undo.accept(reply);
        }
    }
}
