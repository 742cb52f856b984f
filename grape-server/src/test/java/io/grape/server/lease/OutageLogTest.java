package io.grape.server.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When Redis could not be used the last time. */
class OutageLogTest {
    private final OutageLog outage = new OutageLog();

    private void fails(ErrorCode code) {
        outage.covers(OutageLog.BEAT, new GrapeException(code, "a failure"));
    }

    @Test
    void itIsKnownSinceWhenRedisCanBeUsed() {
        assertThat(outage.sinceLast()).isEmpty();
        fails(ErrorCode.TUBE_NOT_FOUND);
        assertThat(outage.sinceLast()).isEmpty();
        fails(ErrorCode.STORE_UNAVAILABLE);
        outage.passed(OutageLog.BEAT);
        Duration first = outage.sinceLast().orElseThrow();
        assertThat(outage.sinceLast().orElseThrow()).isGreaterThanOrEqualTo(first);
    }
}
