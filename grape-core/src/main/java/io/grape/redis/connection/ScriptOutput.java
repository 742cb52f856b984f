package io.grape.redis.connection;

import io.grape.core.Deadline;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.RedisProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the reply to one script call: a list of strings, the last of which is the call's name. The Redis protocol does
 * not say to which call a reply belongs. If a reply came twice, or not at all, all later callers on the connection
 * would get wrong replies. So a reply of another shape, or to another call, closes its connection.
 */
public final class ScriptOutput extends CommandOutput<byte[], byte[], List<byte[]>> {
    private static final int NO_LIST = -1;

    private final byte[] call;
    private final Deadline deadline;
    private final Consumer<List<byte[]>> hearer;
    private int size = NO_LIST;
    private boolean refused;

    /**
     * Waits for the reply to a call.
     *
     * @param deadline after which nobody waits
     * @param hearer gets the reply, even if nobody waits for it any more
     */
    public ScriptOutput(byte[] call, Deadline deadline, Consumer<List<byte[]>> hearer) {
        super(ByteArrayCodec.INSTANCE, new ArrayList<>());
        this.call = call;
        this.deadline = deadline;
        this.hearer = hearer;
    }

    Deadline deadline() {
        return deadline;
    }

    /** Redis refused the call. */
    @Override
    public void setError(ByteBuffer error) {
        refused = true;
        super.setError(error);
    }

    /** With a text, the caller gave up; without one, the same call goes to another node. */
    @Override
    public void setError(@Nullable String error) {
        refused &= error != null;
        super.setError(error);
    }

    /** The announced size is not trusted until the data is there. */
    @Override
    public void multi(int count) {
        size = size == NO_LIST ? count : Integer.MAX_VALUE;
    }

    @Override
    public void set(ByteBuffer bytes) {
        if (bytes != null) {
            output.add(codec.decodeValue(bytes));
        }
    }

    /** Throws at the end of a reply to another call; Lettuce then closes the connection. */
    @Override
    public void complete(int depth) {
        if (depth > 0 || refused) {
            return;
        }
        int last = output.size() - 1;
        if (output.size() != size || !Arrays.equals(output.get(last), call)) {
            throw new RedisProtocolException(MismatchedReplyException.WHAT);
        }
        output.remove(last);
        hearer.accept(output);
    }
}
