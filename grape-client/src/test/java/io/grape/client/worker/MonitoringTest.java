package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.BrokerStatus;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.Monitoring;
import io.grape.client.NewJob;
import io.grape.client.Overview;
import io.grape.client.TubeActivity;
import io.grape.client.TubeActivityPage;
import io.grape.client.TubeSettings;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client sees of all tubes and brokers. */
class MonitoringTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final Grape grape = broker.grape();
    private final Monitoring monitoring = grape.monitoring();

    @Test
    void theOverviewCountsAllTubes() {
        grape.produce(TUBE, NewJob.of("x"));
        grape.produce(TUBE, NewJob.of("x").delay(Duration.ofHours(1)));
        grape.tubes().pause(TUBE.name(), null, null);

        await().until(() -> monitoring.overview().paused() == 1);

        Overview overview = monitoring.overview();
        assertThat(overview.tubes()).isEqualTo(1);
        assertThat(overview.counted()).isEqualTo(1);
        assertThat(overview.counts())
                .containsEntry(JobState.READY, 1L)
                .containsEntry(JobState.DELAYED, 1L)
                .containsEntry(JobState.FAILED, 0L);
        assertThat(overview.perSecond()).containsOnlyKeys("produced", "consumed", "finished", "released", "buried");
        assertThat(overview.lateness()).isNull();
        assertThat(overview.oldestReady())
                .isNotNull()
                .extracting(Overview.OldestReady::tube)
                .isEqualTo(TUBE.name());
        assertThat(overview.attention())
                .filteredOn(problem -> problem.code().equals("PAUSED"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.isBad()).isFalse();
                    assertThat(problem.tube()).isEqualTo(TUBE.name());
                    assertThat(problem.detail()).containsEntry("ready", "1");
                });
        assertThat(overview.lostBrokers()).isZero();
        assertThat(overview.redis()).isNotNull();
    }

    @Test
    void tubesAreListedWithTheirLastHour() {
        grape.tubes().configure("a", TubeSettings.UNCHANGED.latenessTarget(Duration.ofMillis(1)));
        grape.produce(TUBE, NewJob.of("x"));

        TubeActivityPage first = monitoring.tubes(1, null);

        TubeActivity a = first.tubes().get(0);
        assertThat(a.tube().name()).isEqualTo("a");
        assertThat(a.tube().settings().ttr()).isEqualTo(Duration.ofMinutes(1));
        assertThat(a.tube().settings().latenessTarget()).isEqualTo(Duration.ofMillis(1));
        assertThat(a.produced()).hasSize(60);
        assertThat(a.finished()).hasSize(60).containsOnly(0L);
        assertThat(a.perSecond()).containsOnlyKeys("produced", "finished", "released", "buried");
        assertThat(a.isLatenessTargetMissed()).isFalse();
        assertThat(first.next()).isNotNull();
        assertThat(monitoring.tubes(10, first.next()).tubes())
                .singleElement()
                .satisfies(tube -> assertThat(tube.tube().counts()).containsEntry(JobState.READY, 1L));
    }

    @Test
    void aBrokerIsListed() {
        await().until(() -> !monitoring.brokers().isEmpty());
        BrokerStatus only = monitoring.brokers().get(0);
        assertThat(only.isAlive()).isTrue();
        assertThat(only.httpPort()).isEqualTo(URI.create(broker.address()).getPort());
        assertThat(only.host()).isNotEmpty();
        assertThat(only.version()).isNotEmpty();
        assertThat(only.startedAt()).isNotNull();
        assertThat(only.heartbeatAt()).isNotNull();
        assertThat(only.shedPerSecond()).containsKey("consume");
    }
}
