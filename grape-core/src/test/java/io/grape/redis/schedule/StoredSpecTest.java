package io.grape.redis.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.ScheduleStatus;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** A list reads up to 1,000 specs. Nothing may be evaluated on an event loop, so one shows whether a reading does. */
final class StoredSpecTest {
    private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
    private static final String WINDOWED = """
            cron 30 2 * * *
            timeZone Europe/Berlin
            gap next
            overlap first
            windowMs 60000
            missed one
            whileRunning allow
            """;

    private static <T> T onEventLoop(Callable<T> call) throws ExecutionException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(call);
        new Thread(task, "vert.x-eventloop-thread-0").start();
        return task.get();
    }

    private static List<Instant> next(int count) {
        ScheduleSpec spec = SpecText.read(WINDOWED);
        return new ScheduleStatus("s", NOW, spec, 1, ScheduleState.ACTIVE, NOW, 1, 0, 0, 0, null, null, null)
                .next(count);
    }

    @Test
    void listedScheduleIsNotEvaluated() throws Exception {
        assertThat(onEventLoop(() -> next(1))).containsExactly(NOW);
    }

    @Test
    void evaluationOnAnEventLoopIsFound() {
        assertThatThrownBy(() -> onEventLoop(() -> next(2))).hasRootCauseInstanceOf(AssertionError.class);
    }
}
