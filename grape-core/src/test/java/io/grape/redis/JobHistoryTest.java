package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Lease;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.JobEvent;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobHistory;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The events that are kept of a job, and its history. */
class JobHistoryTest extends StorageDocSteps {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private Instant now = T0;

    private void later(Duration time) {
        now = now.plus(time);
        timeIs(now);
    }

    private Lease consume() {
        return get(broker.consume(TUBE, 1, Duration.ZERO)).jobs().get(0).requireLease();
    }

    private JobHistory history() {
        return get(store.histories().history(TUBE, id("a")));
    }

    private List<JobEventType> whats() {
        return history().events().stream().map(JobEvent::what).toList();
    }

    private JobEvent last() {
        List<JobEvent> events = history().events();
        return events.get(events.size() - 1);
    }

    @Test
    void aJobThatIsOnlyHandedOutHasNothingStored() {
        later(Duration.ZERO);
        produce(job("a").due(Due.after(SECOND)));
        later(SECOND.multipliedBy(3));
        Lease lease = consume();
        assertThat(history().events())
                .containsExactly(JobEvent.produced(T0, SECOND), JobEvent.consumed(lease, 1, T0.plus(SECOND)));
        assertThat(last().lateness()).isEqualTo(SECOND.multipliedBy(2));
        assertThat(get(redis.hexists(key("a"), "e".getBytes(UTF_8)))).isFalse();
    }

    @Test
    void eachWayBackIsTold() {
        later(Duration.ZERO);
        produce(job("a").ttr(SECOND.multipliedBy(5)));
        Lease first = consume();
        later(SECOND);
        acknowledge(new Acknowledgement.Release(id("a"), first, SECOND, null));
        assertThat(last().delay()).isEqualTo(SECOND);
        assertThat(last().ran()).isEqualTo(SECOND);
        later(SECOND);
        consume();
        later(SECOND.multipliedBy(7));
        assertThat(last().what()).as("nobody has looked since").isEqualTo(JobEventType.EXPIRED);
        get(store.tubes().expireLeases(TUBE));
        assertThat(last().what()).isEqualTo(JobEventType.EXPIRED);
        assertThat(last().at()).isEqualTo(now.minus(SECOND.multipliedBy(2)));
        acknowledge(new Acknowledgement.HandBack(id("a"), consume(), SECOND));
        assertThat(last().delay()).isEqualTo(SECOND);
        later(SECOND.multipliedBy(8));
        acknowledge(new Acknowledgement.Bury(id("a"), consume(), "葡".repeat(300), null));
        assertThat(last().reason()).isEqualTo("葡".repeat(66));
        assertThat(last().reasonBytes()).isEqualTo(900);
        get(broker.kick(TUBE, id("a"), Duration.ZERO));
        consume();
        assertThat(whats())
                .containsExactly(
                        JobEventType.PRODUCED,
                        JobEventType.CONSUMED,
                        JobEventType.RELEASED,
                        JobEventType.CONSUMED,
                        JobEventType.EXPIRED,
                        JobEventType.CONSUMED,
                        JobEventType.HANDED_BACK,
                        JobEventType.CONSUMED,
                        JobEventType.BURIED,
                        JobEventType.KICKED,
                        JobEventType.CONSUMED);
        assertThat(last().noe()).isEqualTo(1);
        assertThat(history().dropped()).isZero();
    }

    @Test
    void aDeliveryByIdIsToldLikeAnyOther() {
        later(Duration.ZERO);
        produce(job("a").due(Due.after(SECOND)));
        Lease first = get(broker.take(TUBE, id("a"))).requireLease();
        assertThat(last()).isEqualTo(JobEvent.consumed(first, 1, T0.plus(SECOND)));
        acknowledge(new Acknowledgement.Bury(id("a"), first, "broken", null));
        later(SECOND);
        Lease second = get(broker.take(TUBE, id("a"))).requireLease();
        assertThat(last()).isEqualTo(JobEvent.consumed(second, 2, T0.plus(SECOND)));
        acknowledge(new Acknowledgement.HandBack(id("a"), second, Duration.ZERO));
        assertThat(whats())
                .containsExactly(
                        JobEventType.PRODUCED,
                        JobEventType.CONSUMED,
                        JobEventType.BURIED,
                        JobEventType.CONSUMED,
                        JobEventType.HANDED_BACK);
    }

    @Test
    void attemptsThatAreSpentEndInABury() {
        later(Duration.ZERO);
        produce(job("a").maxAttempts(1));
        acknowledge(new Acknowledgement.Release(id("a"), consume(), Duration.ZERO, null));
        assertThat(whats())
                .containsExactly(
                        JobEventType.PRODUCED, JobEventType.CONSUMED, JobEventType.RELEASED, JobEventType.BURIED);
        assertThat(last().reason()).isEqualTo("attempts are spent");
        get(broker.kick(TUBE, 1));
        assertThat(last().what()).isEqualTo(JobEventType.KICKED);
    }

    @Test
    void aCancelIsToldAfterItsDelivery() {
        later(Duration.ZERO);
        produce(job("a").ttr(SECOND.multipliedBy(5)));
        Lease first = consume();
        later(SECOND);
        get(broker.cancel(TUBE, id("a"), "stop"));
        assertThat(last()).isEqualTo(JobEvent.cancelled(now, "stop", 4));
        later(SECOND.multipliedBy(5));
        get(store.tubes().expireLeases(TUBE));
        assertThat(whats())
                .containsExactly(
                        JobEventType.PRODUCED,
                        JobEventType.CONSUMED,
                        JobEventType.CANCELLED,
                        JobEventType.EXPIRED,
                        JobEventType.BURIED);
        assertThat(history().events().get(1).lease()).isEqualTo(first);
        assertThat(last().reason()).isEqualTo("stop");
    }

    @Test
    void theOldestAreDroppedAndCountedAndAReplacementBeginsAnew() {
        later(Duration.ZERO);
        produce(job("a").maxAttempts(0));
        for (int i = 0; i < 40; i++) {
            later(SECOND);
            acknowledge(new Acknowledgement.Release(id("a"), consume(), Duration.ZERO, null));
        }
        JobHistory full = history();
        assertThat(full.dropped()).isEqualTo(8);
        assertThat(full.events()).hasSize(1 + 2 * 32);
        assertThat(full.events().get(1).noe()).isEqualTo(9);
        assertThat(last().at()).isEqualTo(now);
        assertThat(field("a", "e")).hasSize(4 + 32 * 31);
        produce(job("a").onDuplicate(OnDuplicate.REPLACE));
        assertThat(whats()).containsExactly(JobEventType.PRODUCED);
    }

    @Test
    void whatSomebodyElseWroteThereIsPassedOver() {
        later(Duration.ZERO);
        NewJob job = job("a");
        produce(job);
        get(redis.hset(key("a"), "e".getBytes(UTF_8), "??".getBytes(UTF_8)));
        assertThat(whats()).containsExactly(JobEventType.PRODUCED);
        get(redis.hset(key("a"), "e".getBytes(UTF_8), "no events at all".getBytes(UTF_8)));
        assertThat(whats()).containsExactly(JobEventType.PRODUCED);
        acknowledge(new Acknowledgement.Bury(id("a"), consume(), "broken", null));
        assertThat(last().reason()).isEqualTo("broken");
        assertThat(last().reasonBytes()).as("nothing is cut").isNull();
    }
}
