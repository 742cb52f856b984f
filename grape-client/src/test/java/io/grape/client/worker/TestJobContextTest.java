package io.grape.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.grape.client.Cancellation;
import io.grape.client.Checkpoint;
import io.grape.client.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A handler's unit test without a broker. */
class TestJobContextTest {
    private static final Instant DUE = Instant.parse("2027-01-31T09:30:00Z");

    private final List<String> told = new ArrayList<>();

    @Test
    void whatIsSetIsRead() {
        TestJobContext job = TestJobContext.of("8812")
                .tube("orders")
                .attempt(3)
                .maxAttempts(8)
                .priority(5)
                .times(DUE.minusSeconds(60), DUE, Duration.ofSeconds(2))
                .ttr(Duration.ofSeconds(30))
                .key("acme")
                .labels("eu", "trial")
                .header("traceparent", "00-1")
                .bytes(new byte[] {1, 2}, "application/x-order")
                .fencingToken(77)
                .checkpoint(Checkpoint.json("4"));
        assertThat(List.of(job.id(), job.tube(), job.attempt(), job.noe(), job.maxAttempts(), job.priority()))
                .isEqualTo(List.of("8812", "orders", 3, 3, 8, 5L));
        assertThat(List.of(job.createdAt(), job.dueAt(), job.lateness(), job.ttr(), job.fencingToken()))
                .isEqualTo(List.of(DUE.minusSeconds(60), DUE, Duration.ofSeconds(2), Duration.ofSeconds(30), 77L));
        assertThat(job.key()).contains("acme");
        assertThat(job.labels()).containsExactly("eu", "trial");
        assertThat(job.headers()).isEqualTo(Map.of("traceparent", "00-1"));
        assertThat(job.bytes()).containsExactly(1, 2);
        assertThat(job.contentType()).isEqualTo("application/x-order");
        assertThat(job.checkpoint().map(Checkpoint::text)).contains("4");
        assertThat(job).hasToString("TestJobContext[orders/8812]");
    }

    @Test
    void theTestLosesTheLease() {
        TestJobContext job = TestJobContext.of("8812");
        job.onLeaseLost(() -> told.add("lost"));
        job.checkLease();
        assertThat(told).isEmpty();
        job.loseLease();
        job.loseLease();
        assertThat(job.isLeaseLost()).isTrue();
        assertThatThrownBy(job::checkLease).isInstanceOf(LeaseLostException.class);
        job.onLeaseLost(() -> told.add("already"));
        assertThat(told).containsExactly("lost", "already");
    }

    @Test
    void theTestCancelsTheJob() {
        TestJobContext job = TestJobContext.of("8812");
        job.onCancelled(() -> told.add("cancelled"));
        assertThat(job.cancelled()).isEmpty();
        job.cancel("paid");
        assertThat(job.cancelled().map(Cancellation::reason)).contains("paid");
        job.onCancelled(() -> told.add("already"));
        assertThat(told).containsExactly("cancelled", "already");
    }

    @Test
    void whatTheHandlerReportsIsKept() {
        TestJobContext job = TestJobContext.of("8812");
        job.progress(10, "page 1");
        job.progress(20, "");
        assertThat(job.reported())
                .extracting(Progress::percent, Progress::note)
                .containsExactly(tuple(10, "page 1"), tuple(20, ""));
        assertThatIllegalArgumentException().isThrownBy(() -> job.progress(101, ""));
    }

    @Test
    void theEndIsToldByTheTest() {
        TestJobContext job = TestJobContext.of("8812");
        job.onAcknowledged(result -> told.add(result.name()));
        job.acknowledge(AckResult.DONE);
        job.acknowledge(AckResult.LOST);
        assertThat(told).containsExactly("DONE");
    }

    @Test
    void aJobOfABatchIsMadeOfIt() {
        BatchJob<String> job = BatchJob.of("payload", TestJobContext.of("8812"));
        assertThat(job.payload() + job.id()).isEqualTo("payload8812");
        assertThat(job.outcome()).isEmpty();
        job.bury("bad");
        job.release(Duration.ofSeconds(1));
        assertThat(job.outcome()).contains(Outcome.release(Duration.ofSeconds(1)));
    }
}
