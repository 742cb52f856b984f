package io.grape.chaos.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class DiskTraceTest {
    private static final String WRITE = "25273 1795277919.206919 write(8, \"*2\\r\\n$6\\r\\nSELECT\"..., 203) = 203\n";

    private static OptionalLong unsynced(String trace) {
        return DiskTrace.unsyncedBytes(trace.lines());
    }

    @Test
    void whatWasSyncedStays() {
        assertThat(unsynced(WRITE + "25273 1795277919.207095 fdatasync(8)    = 0\n"))
                .hasValue(0);
    }

    @Test
    void whatWasWrittenSinceGoes() {
        assertThat(unsynced(WRITE + "25276 1795277919.207095 fdatasync(8)    = 0\n" + WRITE + WRITE))
                .hasValue(406);
    }

    @Test
    void whatWasWrittenWhileASyncRanGoes() {
        assertThat(unsynced(WRITE + "25276 1795277919.208 fdatasync(8 <unfinished ...>\n"
                        + WRITE
                        + "25276 1795277919.209 <... fdatasync resumed>)    = 0\n"))
                .hasValue(203);
    }

    @Test
    void aSyncThatDidNotEndOrFailedOrBeganUnseenKeepsNothing() {
        assertThat(unsynced(WRITE + "25276 1795277919.208 fdatasync(8 <unfinished ...>\n" + WRITE))
                .isEmpty();
        assertThat(unsynced(WRITE + "25276 1795277919.208 fdatasync(8) = -1 EIO (Input/output error)\n"))
                .isEmpty();
        assertThat(unsynced(WRITE + "25276 1795277919.209 <... fdatasync resumed>)    = 0\n"))
                .isEmpty();
    }

    @Test
    void aWriteThatWasInterruptedCountsOnceItEnded() {
        assertThat(unsynced("""
                1 1.0 fdatasync(8) = 0
                1 1.1 write(8, "x"..., 50 <unfinished ...>
                1 1.2 <... write resumed>)      = 50
                """)).hasValue(50);
    }

    /** strace sets process numbers of fewer than five digits in a column. */
    @Test
    void aShortProcessNumberIsFollowedByMoreBlanks() {
        assertThat(unsynced("""
                380   1795390401.573018 write(7, "x"..., 50) = 50
                381   1795390401.573020 fdatasync(7)    = 0
                380   1795390401.573025 write(7, "x"..., 30) = 30
                """)).hasValue(30);
    }
}
