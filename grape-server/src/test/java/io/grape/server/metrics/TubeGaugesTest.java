package io.grape.server.metrics;

import static io.grape.server.metrics.Measured.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which tubes are shown one by one, and what looking at them costs. */
class TubeGaugesTest {
    private static final TubeName A = new TubeName("a");
    private static final TubeName B = new TubeName("b");
    private static final TubeName C = new TubeName("c");

    private Measured here = new Measured(2, Duration.ZERO);

    @AfterEach
    void close() {
        here.close();
    }

    private void restart(int labels, Duration freshness) {
        here.close();
        here = new Measured(labels, freshness);
    }

    @Test
    void theFirstTubesByNameHaveLabelsAndTheRestAreSummed() {
        TubeName other = new TubeName("_other");
        for (TubeName tube : List.of(C, other, B)) {
            here.produce(tube, "1", "2");
        }
        assertThat(tubesOf(here.scrape(), "grape_jobs{")).containsExactly("_other", "b", "c");
        assertThat(ready(here.scrape(), "_other")).isEqualTo(2);

        here.produce(A, "1");
        Scrape seen = here.scrape();

        assertThat(tubesOf(seen, "grape_jobs{")).containsExactly("_other", "a", "b");
        assertThat(ready(seen, "_other")).isEqualTo(4);
        assertThat(seen.value("grape_lateness_seconds_count{keys=\"\",tube=\"c\"}"))
                .isNaN();
        here.produce(C, "3");
        assertThat(here.scrape().value(produced("_other"))).isEqualTo(4);
    }

    @Test
    void aTubeThatIsTooNewToBeKnownHasALabelFromItsFirstJob() {
        here.produce(A, "1");
        here.known.clear();
        assertThat(here.scrape().value(produced("a"))).isEqualTo(1);
        here.known.add(A);
        here.produce(A, "2");
        assertThat(here.scrape().value(produced("a"))).isEqualTo(2);
        assertThat(here.scrape().value(produced("a"))).isEqualTo(2);
    }

    @Test
    void namesThatAreNoTubesTakeNoLabel() {
        get(here.broker.consume(A, 1, Duration.ZERO));
        assertThat(here.broker.delete(B, new JobId("1"), false).toCompletableFuture())
                .failsWithin(Measured.SOON);
        assertThat(tubesOf(here.scrape(), "grape_operations_total")).containsExactly("_other");
    }

    @Test
    void withoutLabelsEverythingIsSummed() {
        restart(0, Duration.ZERO);
        here.produce(A, "1");
        here.produce(B, "1");
        assertThat(tubesOf(here.scrape(), "grape_")).containsExactly("_other");
        assertThat(ready(here.scrape(), "_other")).isEqualTo(2);
    }

    @Test
    void aTubeThatIsGoneIsNotShownAnyMore() {
        here.produce(A, "1");
        here.produce(B, "1");
        here.scrape();
        get(here.tubes.delete(A));
        assertThat(tubesOf(here.scrape(), "grape_jobs{")).containsExactly("b");
        here.known.remove(A);
        here.scrape();
        assertThat(tubesOf(here.scrape(), "grape_")).containsExactly("_other", "b");
    }

    @Test
    void aScrapeLooksAtABoundedNumberOfTubesAndGoesOnWithTheNext() {
        List<TubeName> many =
                IntStream.range(0, 450).mapToObj(i -> new TubeName("t" + i)).toList();
        many.stream()
                .map(tube -> here.tubes.create(tube, TubeSettings.DEFAULT))
                .toList()
                .forEach(Measured::get);
        here.known.addAll(many);
        here.produce(new TubeName("t7"), "1");
        here.scrape();
        assertThat(here.tubes.described.getAndSet(0)).isLessThanOrEqualTo(202);
        here.scrape();
        here.scrape();
        assertThat(here.tubes.described.getAndSet(0)).isLessThanOrEqualTo(404);
        assertThat(ready(here.scrape(), "_other")).isEqualTo(1);
    }

    @Test
    void whoScrapesOftenPutsNoLoadOnRedis() {
        restart(2, Duration.ofHours(1));
        here.produce(A, "1");
        here.scrape();
        here.scrape();
        assertThat(here.tubes.described.get()).isEqualTo(1);
        assertThat(ready(here.scrape(), "a")).isEqualTo(1);
    }

    @Test
    void everythingIsReadAndWrittenByTheWorker() {
        restart(2, Duration.ofHours(1));
        here.produce(A, "1");
        here.scrape();
        here.scrape();
        assertThat(here.readers).containsExactly("worker of this test");
    }

    @Test
    void whileRedisIsAwayGaugesOfTubesAreAbsentAndTheRestIsThere() {
        here.produce(A, "1");
        here.produce(C, "1");
        here.produce(B, "1");
        here.scrape();
        here.tubes.failing = true;
        Scrape away = here.scrape();
        assertThat(tubesOf(away, "grape_jobs{")).isEmpty();
        assertThat(tubesOf(away, "grape_oldest")).isEmpty();
        assertThat(away.value(produced("a"))).isEqualTo(1);

        here.tubes.failing = false;
        assertThat(ready(here.scrape(), "_other")).isEqualTo(1);
    }

    private static double ready(Scrape seen, String tube) {
        return seen.value("grape_jobs{state=\"ready\",tube=\"" + tube + "\"}");
    }

    private static String produced(String tube) {
        return "grape_operations_total{result=\"ok\",tube=\"" + tube + "\",verb=\"produce\"}";
    }

    private static List<String> tubesOf(Scrape seen, String prefix) {
        return seen.names(name -> name.startsWith(prefix) && name.contains("tube=\"")).stream()
                .map(name -> name.replaceAll(".*tube=\"([^\"]*)\".*", "$1"))
                .distinct()
                .sorted()
                .toList();
    }
}
