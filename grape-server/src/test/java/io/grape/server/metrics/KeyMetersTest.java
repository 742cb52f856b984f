package io.grape.server.metrics;

import static io.grape.server.metrics.Measured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement.Finish;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the meters say of the keys of tubes, without their names. */
class KeyMetersTest {
    private static final TubeName A = new TubeName("a");
    private static final TubeName B = new TubeName("b");

    private Measured here = new Measured(2, Duration.ZERO);

    @AfterEach
    void close() {
        here.close();
    }

    private void share(TubeName tube) {
        KeySettings fair = new KeySettings(KeyOrder.JOBS, null, null, null, false, OnFailure.SKIP, null);
        get(here.tubes.configure(tube, TubeSettingsChange.of(fair)));
    }

    private void produceOf(TubeName tube, String key, int count) {
        IntStream.range(0, count)
                .forEach(i -> here.produce(tube, Measured.job(key + "-" + i).tags(new JobTags(key, List.of()))));
    }

    private double late(String keys, TubeName tube) {
        return here.scrape().value("grape_lateness_seconds_count{keys=\"" + keys + "\",tube=\"" + tube + "\"}");
    }

    private double jobsOf(int rank, TubeName tube) {
        return here.scrape().value("grape_tube_key_jobs{rank=\"" + rank + "\",tube=\"" + tube + "\"}");
    }

    private List<Job> consume(TubeName tube, int most) {
        return get(here.broker.consume(tube, most, Duration.ZERO)).jobs();
    }

    @Test
    void latenessIsThatOfNoisyOrQuietKeys() {
        here.produce(A, "plain");
        share(A);
        produceOf(A, "big", 28);
        produceOf(A, "small", 2);
        produceOf(A, "tiny", 1);
        consume(A, 40);
        await().atMost(Measured.SOON).until(() -> late("noisy", A) == 28);
        await().atMost(Measured.SOON).until(() -> late("quiet", A) == 3);
        assertThat(late("", A)).isEqualTo(1);
    }

    @Test
    void keysOfATubeThatSharesNothingByThemMakeNoDifference() {
        produceOf(A, "big", 3);
        consume(A, 3);
        await().atMost(Measured.SOON).until(() -> late("", A) == 3);
        assertThat(here.scrape().names(name -> name.contains("noisy") || name.contains("quiet")))
                .isEmpty();
    }

    @Test
    void theLargestKeysAreShownByRankWhileTheyHaveJobs() {
        here.produce(A, "plain");
        share(A);
        IntStream.rangeClosed(1, 12).forEach(i -> produceOf(A, "key" + i, i));
        produceOf(B, "key", 3);
        assertThat(here.scrape().value("grape_tube_lanes{tube=\"a\"}")).isEqualTo(12);
        assertThat(jobsOf(1, A)).isEqualTo(12);
        assertThat(jobsOf(10, A)).isEqualTo(3);
        assertThat(here.scrape().names(name -> name.startsWith("grape_tube_key_jobs")))
                .hasSize(10)
                .noneMatch(name -> name.contains("key12"));
        for (Job job : consume(A, 100)) {
            get(here.broker.acknowledge(A, List.of(new Finish(job.id(), job.requireLease()))));
        }
        assertThat(jobsOf(1, A)).isNaN();
        assertThat(here.scrape().value("grape_tube_lanes{tube=\"a\"}")).isZero();
    }

    @Test
    void tubesWithoutALabelHaveNoneForTheirKeys() {
        here.close();
        here = new Measured(0, Duration.ZERO);
        here.produce(A, "plain");
        share(A);
        produceOf(A, "big", 3);
        consume(A, 4);
        assertThat(here.scrape().value("grape_lateness_seconds_count{keys=\"\",tube=\"_other\"}"))
                .isEqualTo(4);
        assertThat(here.scrape()
                        .names(name -> name.startsWith("grape_tube_key_jobs") || name.startsWith("grape_tube_lanes")))
                .isEmpty();
    }

    @Test
    void whileRedisIsAwayNoKeysAreShown() {
        here.produce(A, "plain");
        share(A);
        produceOf(A, "big", 3);
        assertThat(jobsOf(1, A)).isEqualTo(3);
        here.tubes.failing = true;
        assertThat(jobsOf(1, A)).isNaN();
    }
}
