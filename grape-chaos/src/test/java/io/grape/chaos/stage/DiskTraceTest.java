package io.grape.chaos.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DiskTraceTest {
    private static final String WRITE = "25273 1795277919.206919 write(8, \"*2\\r\\n$6\\r\\nSELECT\"..., 203) = 203\n";

    private static long synced(String trace) {
        return DiskTrace.syncedBytes(trace.lines());
    }

    @Test
    void whatWasSyncedIsThere() {
        assertThat(synced(WRITE + "25273 1795277919.207095 fdatasync(8)    = 0\n"))
                .isEqualTo(203);
    }

    @Test
    void whatWasWrittenSinceIsNot() {
        assertThat(synced(WRITE + "25276 1795277919.207095 fdatasync(8)    = 0\n" + WRITE))
                .isEqualTo(203);
    }

    @Test
    void whatWasWrittenWhileASyncRanIsNot() {
        assertThat(synced(WRITE + "25276 1795277919.208 fdatasync(8 <unfinished ...>\n"
                        + WRITE
                        + "25276 1795277919.209 <... fdatasync resumed>)    = 0\n"))
                .isEqualTo(203);
    }

    @Test
    void aSyncThatDidNotEndOrFailedKeepsNothing() {
        assertThat(synced(WRITE + "25276 1795277919.208 fdatasync(8 <unfinished ...>\n" + WRITE))
                .isZero();
        assertThat(synced(WRITE + "25276 1795277919.208 fdatasync(8) = -1 EIO (Input/output error)\n"))
                .isZero();
    }

    @Test
    void aWriteThatWasInterruptedCountsOnceItEnded() {
        assertThat(synced("""
                1 1.1 write(8, "x"..., 50 <unfinished ...>
                1 1.2 <... write resumed>)      = 50
                1 1.3 fdatasync(8) = 0
                """)).isEqualTo(50);
    }
}
