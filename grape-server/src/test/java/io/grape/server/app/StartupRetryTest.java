package io.grape.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartupRetryTest {
    private final AtomicInteger tries = new AtomicInteger();

    @Test
    void triesAgainUntilItWorks() {
        String started = StartupRetry.of(
                () -> tries.incrementAndGet() == 1 ? failing(ErrorCode.STORE_UNAVAILABLE) : "started",
                Duration.ofMinutes(1));
        assertThat(started).isEqualTo("started");
        assertThat(tries).hasValue(2);
    }

    @ParameterizedTest
    @CsvSource({"STORE_UNAVAILABLE, 0", "BAD_REQUEST, 60"})
    void givesUpWithoutPatienceAndWhereNoPatienceHelps(ErrorCode code, long seconds) {
        assertThatThrownBy(() -> StartupRetry.of(
                        () -> {
                            tries.incrementAndGet();
                            return failing(code);
                        },
                        Duration.ofSeconds(seconds)))
                .hasMessage("on command");
        assertThat(tries).hasValue(1);
    }

    private static String failing(ErrorCode code) {
        throw new GrapeException(code, "on command");
    }
}
