package io.grape.server.http.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.tube.ScheduleWindow;
import io.grape.core.tube.WaitingJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static final Instant T0 = Instant.parse("2030-01-01T00:00:00Z");
    private static final ScheduleWindow WINDOW = new ScheduleWindow(T0, Duration.ofSeconds(10), 4);

    private static Forecast of(long overdue, Long... counts) {
        return Objects.requireNonNull(Forecast.of(new WaitingJobs(overdue, List.of(counts), 0), WINDOW, 2));
    }

    @Test
    void whatIsFinishedInItsStepIsNotLate() {
        assertThat(of(0, 20L, 20L, 0L, 20L)).isEqualTo(new Forecast(Duration.ZERO, T0));
    }

    @Test
    void whatIsNotFinishedInItsStepWaitsForTheNext() {
        assertThat(of(0, 30L, 30L, 0L, 0L)).isEqualTo(new Forecast(Duration.ofSeconds(10), T0.plusSeconds(20)));
    }

    @Test
    void whatIsOverdueIsLateAtOnce() {
        assertThat(of(100, 0L, 0L, 0L, 0L)).isEqualTo(new Forecast(Duration.ofSeconds(50), T0));
    }

    @Test
    void withoutARateNothingIsForeseen() {
        assertThat(Forecast.of(new WaitingJobs(1, List.of(1L), 0), WINDOW, 0)).isNull();
    }
}
