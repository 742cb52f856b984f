package io.grape.redis.connection;

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
 * Takes the reply to one call of a script: a list of strings, the last of which is the name of the call. The protocol of Redis
 * does not say which answer is to which call: should one come twice, or not at all, everybody on the connection would get
 * what is somebody else's from then on. So a reply of another shape, or to another call, breaks the connection it came on.
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
     * @param hearer gets the reply, also when nobody waits for it any more
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

    /** Text says that a caller gave up; nothing, that the same call goes to another node. */
    @Override
    public void setError(@Nullable String error) {
        refused &= error != null;
        super.setError(error);
    }

    /** What is said about the size is not believed before it is there. */
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

    /** Throws at the end of a reply that is not to this call; the client closes the connection for that. */
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
