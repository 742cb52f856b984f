package io.grape.redis.job;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.FirstJob;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.redis.TestRedis;
import io.grape.redis.TestStore;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The first job of a state is the one that a consumer, the clock, or a kick would take next. */
final class RedisFirstJobsTest {
    private final TestStore store =
            TestStore.open(TestRedis.uri(), TestRedis.newNamespace(), Duration.ofSeconds(10), StoreListener.NONE);

    @AfterEach
    void close() {
        store.close();
    }

    private void produce(String id, long priority, Duration delay) {
        NewJob job = NewJob.of(new JobId(id), Payload.binary(new byte[0]))
                .priority(priority)
                .due(Due.after(delay));
        get(store.store().broker().produce(TUBE, List.of(job))).get(0).get();
    }

    private Optional<String> first(JobState state) {
        return get(store.store().firstJobs().first(TUBE, state, true)).map(job -> job.id() + " " + job.priority());
    }

    private void bury(Job job, long priority) {
        Acknowledgement bury = new Acknowledgement.Bury(job.id(), job.requireLease(), "", priority);
        get(store.store().broker().acknowledge(TUBE, bury));
    }

    @Test
    void anUnknownTubeAndAnEmptyOneHaveNone() {
        assertThat(get(store.store().firstJobs().first(new TubeName("none"), JobState.READY, true)))
                .isEmpty();
        produce("a", 1024, Duration.ofHours(1));
        assertThat(first(JobState.READY)).isEmpty();
        assertThat(first(JobState.FAILED)).isEmpty();
    }

    @Test
    void ofReadyOnesItIsTheMostUrgent() {
        produce("usual", 1024, Duration.ZERO);
        assertThat(first(JobState.READY)).contains("usual 1024");
        produce("late", 5000, Duration.ZERO);
        produce("urgent", 7, Duration.ZERO);
        produce("later", 3, Duration.ofHours(1));
        assertThat(first(JobState.READY)).contains("urgent 7");
        List<Job> taken = store.consume(1);
        assertThat(first(JobState.READY)).contains("usual 1024");
        store.consume(1);
        assertThat(first(JobState.READY)).contains("late 5000");
        assertThat(taken.get(0).id()).hasToString("urgent");
    }

    @Test
    void ofDelayedOnesItIsTheNextToBeDueWhateverItsPriority() {
        produce("usual", 1024, Duration.ofMinutes(5));
        produce("soon", 9999, Duration.ofMinutes(2));
        produce("now", 9999, Duration.ZERO);
        produce("urgent", 0, Duration.ofMinutes(3));
        assertThat(first(JobState.DELAYED)).contains("soon 9999");
    }

    /** Several in one ms: their ids would put them in another order. */
    @Test
    void failedOnesComeInTheOrderInWhichTheyFailed() {
        for (String id : List.of("z", "m", "a", "k")) {
            produce(id, 1024, Duration.ZERO);
        }
        List<Job> jobs = store.consume(4);
        List<Acknowledgement> buries = jobs.stream()
                .map(job -> (Acknowledgement) new Acknowledgement.Bury(job.id(), job.requireLease(), "", 9L))
                .toList();
        get(store.store().broker().acknowledge(TUBE, buries));
        for (String id : List.of("z", "m", "a", "k")) {
            assertThat(first(JobState.FAILED)).contains(id + " 9");
            get(store.store().broker().kick(TUBE, 1));
            assertThat(get(store.store().broker().peek(TUBE, new JobId(id))).state())
                    .isEqualTo(JobState.READY);
        }
    }

    @Test
    void aPausedTubeHasAFirstJobOnlyForThoseWhoLook() {
        produce("a", 1024, Duration.ZERO);
        get(store.store().tubes().pause(TUBE, Duration.ofMinutes(1), ""));
        assertThat(get(store.store().firstJobs().first(TUBE, JobState.READY, false)))
                .isEmpty();
        assertThat(first(JobState.READY)).contains("a 1024");
    }

    @Test
    void itsScoreTellsTheOrderWithinAMillisecond() {
        produce("a", 1024, Duration.ZERO);
        FirstJob a = get(store.store().firstJobs().first(TUBE, JobState.READY, false))
                .orElseThrow();
        bury(store.consume(1).get(0), 1024);
        produce("b", 1024, Duration.ZERO);
        FirstJob b = get(store.store().firstJobs().first(TUBE, JobState.READY, false))
                .orElseThrow();
        assertThat(b.score()).isGreaterThanOrEqualTo(a.score());
    }
}
