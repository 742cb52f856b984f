package io.grape.redis.script;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sees to it that what a call did is undone when its reply comes too late: its caller was told by then that it failed. */
final class LateReplyUndo {
    private final Consumer<Reply> undo;
    private @Nullable Reply heard;
    private boolean givenUp;

    LateReplyUndo(Consumer<Reply> undo) {
        this.undo = undo;
    }

    /** The reply is there. */
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
