package io.grape.core.job;

import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ContractSteps;
import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.Limits;
import io.grape.core.TubeCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a consumer says of its work: how far it is, and where the next one goes on. */
public interface WorkContract extends ContractSteps {
    Duration TTR = Duration.ofSeconds(10);

    private ItemResult<Acknowledged> touch(Job job, @Nullable Integer progress, @Nullable String note) {
        return acknowledge(new Acknowledgement.Touch(job.id(), job.requireLease(), progress, note));
    }

    private @Nullable Progress progressOf(String id) {
        return peek(id).work().progress();
    }

    private static Checkpoint checkpoint(String text) {
        return new Checkpoint(new Payload(text.getBytes(UTF_8), Payload.JSON));
    }

    private ItemResult<Acknowledged> handOver(Job job, String text) {
        return acknowledge(new Acknowledgement.HandOver(job.id(), job.requireLease(), checkpoint(text)));
    }

    private static String text(Job job) {
        Checkpoint checkpoint = Objects.requireNonNull(job.work().checkpoint());
        assertThat(checkpoint.payload().contentType()).isEqualTo(Payload.JSON);
        return new String(checkpoint.payload().bytes(), UTF_8);
    }

    @Test
    default void aTouchSaysHowFarTheWorkIs() {
        timeIs(T0);
        Job held = handOut(job("a").ttr(TTR));
        assertThat(progressOf("a")).isNull();
        timeIs(T0.plusSeconds(1));
        assertThat(touch(held, 40, "第 4 页").get().leaseUntil()).isEqualTo(T0.plusSeconds(11));
        Progress said = new Progress(T0.plusSeconds(1), 40, "第 4 页");
        assertThat(progressOf("a")).isEqualTo(said);
        timeIs(T0.plusSeconds(2));
        touch(held);
        assertThat(progressOf("a")).isEqualTo(said);
        assertThat(get(broker().explain(tube(), id("a"))).work().progress()).isEqualTo(said);
        touch(held, 100, null);
        assertThat(progressOf("a")).isEqualTo(new Progress(T0.plusSeconds(2), 100, ""));
        touch(held, null, "nearly");
        assertThat(progressOf("a")).isEqualTo(new Progress(T0.plusSeconds(2), null, "nearly"));
    }

    @Test
    default void aStaleLeaseChangesNothing() {
        timeIs(T0);
        Job stale = handOut(job("a").ttr(TTR));
        touch(stale, 10, "mine").get();
        timeIs(T0.plus(TTR));
        assertFailed(touch(stale, 20, "late"), ErrorCode.LEASE_LOST);
        Job held = consume();
        assertThat(progressOf("a")).isNull();
        assertFailed(touch(stale, 30, "stale"), ErrorCode.LEASE_LOST);
        assertThat(progressOf("a")).isNull();
        touch(held, 0, "").get();
        assertFailed(touch(stale, 30, "stale"), ErrorCode.LEASE_LOST);
        assertThat(progressOf("a")).isEqualTo(new Progress(T0.plus(TTR), 0, ""));
    }

    @Test
    default void progressEndsWithItsLease() {
        Job held = handOut(job("a"));
        touch(held, 50, "half").get();
        release(held, Duration.ZERO);
        assertThat(progressOf("a")).isNull();
        consume();
        assertThat(progressOf("a")).isNull();
    }

    @Test
    default void progressIsBounded() {
        Lease lease = new Lease(1);
        assertThatThrownBy(() -> new Acknowledgement.Touch(id("a"), lease, 101, null))
                .hasMessageContaining("progress: expected a whole number from 0 to 100, got 101");
        assertThatThrownBy(() -> new Acknowledgement.Touch(id("a"), lease, -1, null))
                .hasMessageContaining("progress");
        assertThatThrownBy(() -> new Acknowledgement.Touch(id("a"), lease, 1, "葡".repeat(257)))
                .hasMessageContaining("note: expected at most 256 characters");
        Job held = handOut(job("a"));
        touch(held, 100, "葡".repeat(256)).get();
        assertThat(Objects.requireNonNull(progressOf("a")).note()).hasSize(256);
    }

    @Test
    default void aJobThatIsHandedOverIsReadyAtOnceWithItsCheckpoint() {
        timeIs(T0);
        produceAll(job("a").maxAttempts(1), job("b"));
        timeIs(T0.plusSeconds(1));
        Job first = consume(1).get(0);
        assertThat(first.work()).isEqualTo(JobWork.NONE);
        assertThat(handOver(first, "{\"page\":4}").get())
                .isEqualTo(new Acknowledged(id("a"), JobState.READY, T0, null, T0.plusSeconds(1)));
        assertThat(peek("a").noe()).isZero();
        assertThat(text(peek("a"))).isEqualTo("{\"page\":4}");
        Job second = consume(1).get(0);
        assertThat(second.id()).isEqualTo(id("a"));
        assertThat(second.noe()).isEqualTo(1);
        assertThat(text(second)).isEqualTo("{\"page\":4}");
        assertThat(second.payload().bytes()).isEqualTo(first.payload().bytes());
        assertFailed(handOver(first, "1"), ErrorCode.LEASE_LOST);
        handOver(second, "5").get();
        Job third = take("a");
        assertThat(text(third)).isEqualTo("5");
        finish(third);
        produce("a");
        assertThat(take("a").work()).isEqualTo(JobWork.NONE);
        assertThat(describe().total(TubeCounter.CONSUMED)).isEqualTo(4);
        assertThat(describe().total(TubeCounter.RELEASED)).isZero();
    }

    @Test
    default void aCheckpointStaysUntilTheJobIsFinished() {
        handOver(handOut(job("a").tags(new JobTags("ann", List.of("eu")))), "1").get();
        release(take("a"), HOUR);
        kick("a", Duration.ZERO);
        bury(take("a"), "broken");
        assertThat(text(peek("a"))).isEqualTo("1");
        kick("a", Duration.ZERO);
        Job held = take("a");
        assertThat(text(held)).isEqualTo("1");
        assertThat(held.tags()).isEqualTo(new JobTags("ann", List.of("eu")));
        release(held, Duration.ZERO);
        produce(job("a").onDuplicate(OnDuplicate.REPLACE));
        assertThat(peek("a").work().checkpoint()).isNull();
    }

    @Test
    default void aJobThatWasTakenBeforeItWasDueIsReadyNow() {
        timeIs(T0);
        produce(job("a").due(Due.after(HOUR)));
        assertThat(handOver(take("a"), "1").get()).isEqualTo(new Acknowledged(id("a"), JobState.READY, T0, null, T0));
        bury(take("a"), "broken");
        handOver(take("a"), "2").get();
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void aJobThatIsHandedOverManyTimesIsNeverSpent() {
        produce(job("a").maxAttempts(1));
        for (int i = 0; i < 50; i++) {
            handOver(consume(), "" + i).get();
        }
        assertThat(text(consume())).isEqualTo("49");
    }

    @Test
    default void manyAreHandedOverInOneCall() {
        produceAll(ContractSteps.jobs(150)).forEach(ItemResult::get);
        List<Job> held = consume(150);
        List<Acknowledgement> all = new ArrayList<>();
        held.forEach(job -> all.add(new Acknowledgement.HandOver(
                job.id(), job.requireLease(), checkpoint("\"" + "x".repeat(Limits.MAX_CHECKPOINT_BYTES - 2) + "\""))));
        assertThat(acknowledge(all))
                .allSatisfy(one -> assertThat(one.get().state()).isEqualTo(JobState.READY));
        List<String> delivered = new ArrayList<>();
        while (delivered.size() < 150) {
            delivered.addAll(ids(consume(150)));
        }
        assertThat(delivered).containsExactlyElementsOf(ids(held));
    }

    @Test
    default void aCheckpointIsBounded() {
        Payload large = Payload.binary(new byte[Limits.MAX_CHECKPOINT_BYTES + 1]);
        assertThatThrownBy(() -> new Checkpoint(large)).hasMessageContaining("expected at most 65536 bytes");
    }
}
