package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledgement;
import io.grape.client.BrokerStatus;
import io.grape.client.ErrorCode;
import io.grape.client.Explanation;
import io.grape.client.FailureGroup;
import io.grape.client.FailurePage;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.Monitoring;
import io.grape.client.NewJob;
import io.grape.client.Overview;
import io.grape.client.TubeActivity;
import io.grape.client.TubeActivityPage;
import io.grape.client.TubeSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
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

    @Test
    void failedJobsAreGroupedByTheirReason() {
        for (String id : List.of("a", "b", "c")) {
            grape.produce(TUBE, NewJob.of("x").id(id));
            Job<String> job = grape.consume(TUBE, 1, Duration.ZERO).get(0);
            String reason = id.equals("c") ? "no such mailbox" : "HTTP 50" + id.length();
            grape.acknowledge(
                    TUBE.name(), new Acknowledgement.Bury(id, job.lease().orElseThrow(), reason, null));
        }

        FailurePage page = monitoring.failures(TUBE.name(), 1, null);

        assertThat(page.of()).isEqualTo(3);
        assertThat(page.searched()).isEqualTo(3);
        FailureGroup most = page.groups().get(0);
        assertThat(most.signature()).isEqualTo("HTTP <n>");
        assertThat(most.count()).isEqualTo(2);
        assertThat(most.firstAt()).isBeforeOrEqualTo(most.lastAt());
        assertThat(most.sampleId()).isIn("a", "b");
        assertThat(most.sampleReason()).isEqualTo("HTTP 501");
        assertThat(page.next()).isNotNull();
        assertThat(monitoring.failures(TUBE.name(), 10, page.next()).groups())
                .extracting(FailureGroup::signature)
                .containsExactly("no such mailbox");
    }

    @Test
    void aJobIsExplained() {
        grape.produce(TUBE, NewJob.of("x").id("late").delay(Duration.ofHours(1)));

        Explanation explanation = monitoring.explain(TUBE.name(), "late");

        assertThat(explanation.state()).isEqualTo(JobState.DELAYED);
        assertThat(explanation.reason()).isEqualTo("DELAYED");
        assertThat(explanation.detail()).isNotEmpty();
        assertThat(explanation.json()).contains("\"id\":\"late\"");
    }

    @Test
    void noJobIsNotExplained() {
        grape.produce(TUBE, NewJob.of("x").id("one"));
        assertThatThrownBy(() -> monitoring.explain(TUBE.name(), "other"))
                .isInstanceOfSatisfying(GrapeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.JOB_NOT_FOUND);
                    assertThat(e.jobId()).isEqualTo("other");
                });
    }
}
