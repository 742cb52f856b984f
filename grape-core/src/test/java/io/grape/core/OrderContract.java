package io.grape.core;

import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Smaller priority first, then due time, then insertion. */
public interface OrderContract extends ContractSteps {
    @Test
    default void theSmallerPriorityComesFirst() {
        Stream.of(Limits.MAX_PRIORITY, 1025L, 0L, 1024L, 1L, 1023L)
                .forEach(priority -> produce(job("p" + priority).priority(priority)));
        assertThat(drain()).containsExactly("p0", "p1", "p1023", "p1024", "p1025", "p4294967295");
    }

    @Test
    default void theSmallerPriorityComesFirstJobByJob() {
        Stream.of(2000L, 0L, 1024L, 5L)
                .forEach(priority -> produce(job("p" + priority).priority(priority)));
        List<String> order = IntStream.range(0, 4)
                .mapToObj(i -> consume(1).get(0).id().value())
                .toList();
        assertThat(order).containsExactly("p0", "p5", "p1024", "p2000");
    }

    @Test
    default void theEarlierDueTimeComesFirst() {
        timeIs(T0);
        produceAll(
                delayed("c", Duration.ofSeconds(3)),
                delayed("a", Duration.ofSeconds(1)),
                delayed("b", Duration.ofSeconds(2)));
        timeIs(T0.plusSeconds(3));
        assertThat(drain()).containsExactly("a", "b", "c");
    }

    @Test
    default void dueTimesInThePastKeepTheirOrder() {
        timeIs(T0);
        produceAll(
                job("now"),
                job("yesterday").due(Due.at(T0.minusSeconds(86_400))),
                job("epoch").due(Due.at(Instant.EPOCH)),
                job("a minute ago".replace(' ', '-')).due(Due.at(T0.minusSeconds(60))));
        assertThat(drain()).containsExactly("epoch", "yesterday", "a-minute-ago", "now");
    }

    @Test
    default void anUrgentJobPassesThoseThatAreDueForLonger() {
        timeIs(T0);
        produce("old");
        produce(delayed("urgent", Duration.ofSeconds(1)).priority(0));
        assertThat(describe().count(JobState.READY)).isEqualTo(1);
        timeIs(T0.plusSeconds(1));
        assertThat(drain()).containsExactly("urgent", "old");
    }

    @Test
    default void anUrgentJobThatIsNotDuePassesNobody() {
        timeIs(T0);
        produce(delayed("urgent", Duration.ofSeconds(1)).priority(0));
        produce(job("late").priority(9000));
        assertThat(drain()).containsExactly("late");
    }

    @ParameterizedTest
    @ValueSource(longs = {1024, 0, 77, 4_294_967_295L})
    default void jobsOfOneMillisecondComeInTheOrderTheyWereProduced(long priority) {
        timeIs(T0);
        List<NewJob> batch = new ArrayList<>(jobs(250));
        Collections.reverse(batch);
        produceAll(batch.stream().map(job -> job.priority(priority)).toList()).forEach(ItemResult::get);
        produce(job("zz").priority(priority));
        produce(job("aa").priority(priority));
        List<String> expected =
                new ArrayList<>(batch.stream().map(job -> job.id().value()).toList());
        expected.addAll(List.of("zz", "aa"));
        assertThat(drain()).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "1970-01-01T00:00:00.003Z", "2029-12-31T00:00:00Z"})
    default void jobsOfOneMillisecondInThePastComeInTheOrderTheyWereProduced(Instant due) {
        timeIs(T0);
        Stream.of("c", "a", "b").forEach(id -> produce(job(id).due(Due.at(due))));
        assertThat(drain()).containsExactly("c", "a", "b");
    }

    /** See docs/decisions/0002. */
    @Test
    default void aMillisecondHolds4096JobsInTheOrderTheyWereProduced() {
        timeIs(T0);
        List<NewJob> all = new ArrayList<>(jobs(4096));
        Collections.shuffle(all, Seed.random());
        for (int from = 0; from < all.size(); from += 1000) {
            produceAll(all.subList(from, Math.min(all.size(), from + 1000))).forEach(ItemResult::get);
        }
        assertThat(drain())
                .containsExactlyElementsOf(
                        all.stream().map(job -> job.id().value()).toList());
    }

    @Test
    default void beyondThatTheOrderWithinTheMillisecondIsByIdAndNoneIsLost() {
        timeIs(T0);
        for (int from = 0; from < 4000; from += 1000) {
            int first = from;
            produceAll(IntStream.range(first, first + 1000)
                            .mapToObj(i -> job("a" + i))
                            .toList())
                    .forEach(ItemResult::get);
        }
        List<NewJob> rest =
                IntStream.range(0, 200).mapToObj(i -> job("z" + (999 - i))).toList();
        produceAll(rest).forEach(ItemResult::get);
        produce(delayed("next-millisecond", Duration.ofMillis(1)));
        timeIs(T0.plusMillis(1));
        List<String> drained = drain();
        assertThat(drained).hasSize(4201).endsWith("next-millisecond");
        List<String> last = drained.subList(4096 - 1, 4200);
        assertThat(last).isSorted().hasSize(105);
    }

    @Test
    default void threeThousandPrioritiesComeInOrder() {
        timeIs(T0);
        List<NewJob> all = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            all.add(delayed("p" + (6000 - 2 * i), Duration.ofMillis(i)).priority(6000L - 2L * i));
        }
        for (int from = 0; from < 3000; from += 1000) {
            produceAll(all.subList(from, from + 1000)).forEach(ItemResult::get);
        }
        produce(job("p1024-default"));
        timeIs(T0.plusSeconds(10));
        assertThat(ids(consume(1))).containsExactly("p2");
        produce(job("p0").priority(0));
        assertThat(ids(consume(2))).containsExactly("p0", "p4");
        List<String> rest = drain();
        assertThat(rest).hasSize(2999);
        assertThat(rest.stream().map(OrderContract::priorityOf).toList()).isSorted();
    }

    private static int priorityOf(String id) {
        return Integer.parseInt(id.substring(1).split("-", 2)[0]);
    }

    @Test
    default void thePrioritiesAboveTheDefaultWaitForIt() {
        timeIs(T0);
        for (int from = 0; from < 2000; from += 1000) {
            int first = from;
            produceAll(IntStream.range(first, first + 1000)
                            .mapToObj(i -> job("p" + (2000 + i)).priority(2000 + i))
                            .toList())
                    .forEach(ItemResult::get);
        }
        produce("default");
        assertThat(ids(consume(3))).containsExactly("default", "p2000", "p2001");
    }

    @Test
    default void aDeletedJobLeavesNoGapInItsPriority() {
        timeIs(T0);
        produce(job("a").priority(5));
        produce(delayed("b", Duration.ofSeconds(1)).priority(5));
        produce(job("c").priority(6));
        get(broker().delete(tube(), id("a"), false));
        assertThat(drain()).containsExactly("c");
        timeIs(T0.plusSeconds(1));
        assertThat(drain()).containsExactly("b");
    }

    @Test
    default void aReleasedJobQueuesBehindThoseDueInTheSameMillisecond() {
        timeIs(T0);
        Job a = handOut(job("a"));
        produce(job("b").priority(0));
        release(a, Duration.ZERO);
        assertThat(drain()).containsExactly("b", "a");
    }

    @Test
    default void aReleasedJobTakesItsNewPriority() {
        Job a = handOut(job("a"));
        produce(job("b").priority(50));
        acknowledge(new Acknowledgement.Release(a.id(), a.requireLease(), Duration.ZERO, 60L))
                .get();
        assertThat(peek("a").priority()).isEqualTo(60);
        assertThat(drain()).containsExactly("b", "a");
    }

    @Test
    default void aBuriedJobTakesItsNewPriorityWhenItIsKicked() {
        Job a = handOut(job("a"));
        produce(job("b").priority(50));
        acknowledge(new Acknowledgement.Bury(a.id(), a.requireLease(), "", 60L)).get();
        assertThat(peek("a").priority()).isEqualTo(60);
        kick("a", Duration.ZERO);
        assertThat(drain()).containsExactly("b", "a");
    }

    @Test
    default void aJobWhoseLeaseRanOutIsDueSinceThen() {
        timeIs(T0);
        handOut(job("ran-out").ttr(Duration.ofSeconds(5)));
        produce(delayed("before", Duration.ofSeconds(4)).priority(0));
        produce(delayed("after", Duration.ofSeconds(6)).priority(0));
        timeIs(T0.plusSeconds(60));
        assertThat(drain()).containsExactly("before", "ran-out", "after");
    }
}
