package io.grape.redis;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.lettuce.core.RestoreArgs;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the release before left in Redis serves, with all its jobs. {@code upgrade/record.sh} says how it was recorded. */
final class UpgradeTest {
    private static final String RECORDED = "/upgrade/e97fd068.txt";
    private static final String THE_DAY_AFTER =
            "local now = " + Instant.parse("2026-11-24T07:00:00Z").toEpochMilli() + "\n";
    private static final TubeName QUIET = new TubeName("quiet");

    private final RepairFixture there = new RepairFixture(TestRedis.uri(), THE_DAY_AFTER);
    private final TestStore here = there.here;

    @BeforeEach
    void load() throws IOException {
        try (InputStream in = Objects.requireNonNull(UpgradeTest.class.getResourceAsStream(RECORDED))) {
            for (String line : new String(in.readAllBytes(), UTF_8).split("\n", -1)) {
                if (!line.isEmpty()) {
                    String[] parts = line.split(" ", -1);
                    byte[] key = bytes(parts[0].replaceFirst("^old", there.namespace()));
                    byte[] value = Base64.getDecoder().decode(parts[1]);
                    get(there.redis().restore(key, value, RestoreArgs.Builder.ttl(Duration.ZERO)));
                }
            }
        }
    }

    @AfterEach
    void close() {
        there.close();
    }

    private Map<JobState, Long> counts() {
        return here.tube().counts();
    }

    @Test
    void itIsAllThere() {
        assertThat(there.round()).isEmpty();
        there.checkInvariants();
        Tube tube = here.tube();
        assertThat(tube.settings())
                .isEqualTo(TubeSettings.DEFAULT.with(TTR, Duration.ofMinutes(2)).with(MAX_ATTEMPTS, 3));
        assertThat(tube.rev()).isZero();
        assertThat(tube.counts())
                .as("the lease has run out since")
                .isEqualTo(Map.of(
                        JobState.DELAYED,
                        3L,
                        JobState.READY,
                        4L,
                        JobState.RETAINED,
                        0L,
                        JobState.FAILED,
                        1L,
                        JobState.GATED,
                        0L));
        assertThat(tube.totals())
                .containsAllEntriesOf(Map.of(
                        TubeCounter.PRODUCED, 10L,
                        TubeCounter.FINISHED, 1L,
                        TubeCounter.DELETED, 1L,
                        TubeCounter.DROPPED, 0L));
        assertThat(tube.imbalance()).isZero();
        Tube quiet = get(here.store().tubes().describe(QUIET));
        assertThat(Objects.requireNonNull(quiet.paused()).reason()).isEqualTo("maintenance");
    }

    @Test
    void eachJobIsDeliveredAndEndedOnce() {
        Map<String, Job> jobs = here.consume(100).stream()
                .collect(Collectors.toMap(job -> job.id().value(), Function.identity()));
        assertThat(jobs).containsOnlyKeys("kicked", "spent", "ready", "large");
        Job large = Objects.requireNonNull(jobs.get("large"));
        assertThat(large.payload().bytes()).hasSize(2000);
        assertThat(large.headers().values()).containsEntry("traceparent", "00-1-2-01");
        assertThat(Objects.requireNonNull(jobs.get("spent")).noe()).isEqualTo(2);
        assertThat(Objects.requireNonNull(jobs.get("kicked")).noe()).isEqualTo(1);
        here.finish(List.copyOf(jobs.values()));
        get(here.store().broker().kick(TUBE, new JobId("buried"), Duration.ZERO));
        here.finish(here.consume(1));
        Stream.of("released", "delayed", "coming")
                .forEach(id -> get(here.store().broker().delete(TUBE, new JobId(id), false)));
        assertThat(counts().values()).containsOnly(0L);
        assertThat(here.tube().imbalance()).isZero();
        there.checkInvariants();
    }

    @Test
    void itsSettingsChange() {
        get(here.store()
                .tubes()
                .configure(
                        TUBE, TubeSettingsChange.of(TTR, Duration.ofSeconds(5)).ifRev(0L)));
        assertThat(here.tube().settings())
                .isEqualTo(TubeSettings.DEFAULT.with(TTR, Duration.ofSeconds(5)).with(MAX_ATTEMPTS, 3));
        assertThat(here.tube().rev()).isPositive();
        get(here.store().tubes().delete(TUBE));
        assertThat(get(here.store().tubes().names())).containsExactly(QUIET);
    }
}
