package io.grape.server.http.connection;

import io.grape.core.GrapeException;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** What the bytes of a head tell that its parsed form hides. */
final class HeaderByteCheck {
    private static final byte DEL = 0x7f;

    private static final long ONES = 0x0101010101010101L;
    private static final long SPACES = ' ' * ONES;
    private static final long DELETES = DEL * ONES;
    private static final long TOP_BITS = ONES << 7;

    private byte last = '\n';
    private boolean inFirstLine = true;
    private @Nullable String wrong;

    /** A new head begins. */
    void reset() {
        last = '\n';
        inFirstLine = true;
        wrong = null;
    }

    /** Sees the bytes in {@code [from, to)}; in order, and each once. */
    void see(ByteBuf in, int from, int to) {
        int at = from;
        while (at < to) {
            int next = Math.min(at + Long.BYTES, to);
            if (next - at == Long.BYTES && last != '\r' && last != '\n' && isPrintable(in.getLong(at))) {
                last = 'x';
                at = next;
            }
            for (; at < next; at++) {
                see(in.getByte(at));
            }
        }
    }

    /** Whether all eight bytes are printable ASCII, as nearly all of a head are: found without looking at each. */
    private static boolean isPrintable(long eight) {
        long belowSpace = eight - SPACES;
        long isDelete = (eight ^ DELETES) - ONES;
        return ((eight | belowSpace | isDelete) & TOP_BITS) == 0;
    }

    private void see(byte one) {
        if (last == '\n' && (one == ' ' || one == '\t')) {
            wrong = "a folded line";
        } else if ((last == '\r' && one != '\n') || isControl(one)) {
            wrong = "a control character";
        } else if (inFirstLine && one < 0) {
            // The parser puts the same mark for each of them: two names would become one.
            wrong = "a byte in the request's target that is not ASCII, nor percent-encoded";
        }
        inFirstLine &= one != '\n';
        last = one;
    }

    private static boolean isControl(byte one) {
        return one == DEL || (one >= 0 && one < ' ' && one != '\t' && one != '\r' && one != '\n');
    }

    /** Fails with BAD_REQUEST when the head was not plain lines. */
    void check() {
        if (wrong != null) {
            throw GrapeException.badValue("headers", "plain lines", wrong);
        }
    }
}
