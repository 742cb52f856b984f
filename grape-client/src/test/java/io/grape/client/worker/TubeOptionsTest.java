package io.grape.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is different for one tube. */
class TubeOptionsTest {
    private static final Retry CONCURRENCY = Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1));
    private static final WorkerSettings COMMON = new WorkerSettings(5, 6, Retry.DEFAULT, true, Undecodable.RETRY, null);

    @Test
    void theyBeginWithAnyOptionAndWhatIsNotSaidIsTheWorkers() {
        assertThat(TubeOptions.concurrency(2).over(COMMON)).isEqualTo(COMMON.concurrency(2));
        assertThat(TubeOptions.prefetch(3).over(COMMON)).isEqualTo(COMMON.prefetch(3));
        assertThat(TubeOptions.retry(CONCURRENCY).over(COMMON)).isEqualTo(COMMON.retry(CONCURRENCY));
        assertThat(TubeOptions.retry(CONCURRENCY).prefetch(3).concurrency(2).over(COMMON))
                .isEqualTo(new WorkerSettings(2, 3, CONCURRENCY, true, Undecodable.RETRY, null));
        Duration minute = Duration.ofMinutes(1);
        assertThat(TubeOptions.undecodable(Undecodable.BURY).timeout(minute).over(COMMON))
                .isEqualTo(new WorkerSettings(5, 6, Retry.DEFAULT, true, Undecodable.BURY, minute));
    }
}
