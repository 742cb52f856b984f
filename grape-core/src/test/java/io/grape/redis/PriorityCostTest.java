package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.StoreListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many commands Redis runs for an operation or a list, those in scripts among them: as many a job, however many priorities there are. */
final class PriorityCostTest {
    private static final Pattern CALLS = Pattern.compile("cmdstat_[^:]+:calls=([0-9]+)");
    /** A job that is alone in its set costs a look at the set, and the set is forgotten with it. */
    private static final double MAX_FOR_A_SET = 3;

    @TempDir
    private Path directory;

    private RedisNode redis;
    private TestStore store;
    private RawRedis raw;

    @BeforeEach
    void start() {
        redis = RedisNode.start(directory, FreePorts.one());
        store = TestStore.open(redis.uri(), "cost", Duration.ofSeconds(30), StoreListener.NONE);
        raw = RawRedis.to(redis.uri());
    }

    @AfterEach
    void stop() {
        raw.close();
        store.close();
        redis.close();
    }

    private void produce(int jobs, int priorities) {
        for (int first = 0; first < jobs; first += 1000) {
            List<NewJob> some = IntStream.range(first, Math.min(jobs, first + 1000))
                    .mapToObj(i -> NewJob.of(new JobId("j" + i), Payload.binary(new byte[] {1}))
                            .priority(priorities == 1 ? 1024 : 2000 + i % priorities)
                            .due(Due.after(Duration.ofHours(1))))
                    .toList();
            get(store.store().broker().produce(TUBE, some)).forEach(ItemResult::get);
        }
    }

    private long calls() {
        return CALLS.matcher(raw.commands().info("commandstats"))
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    /** Commands that an operation on all jobs takes. */
    private long cost(OperationKind kind, JobState from, int jobs) {
        long before = calls();
        String id = get(store.store()
                        .operations()
                        .begin(new OperationRequest(
                                kind,
                                TUBE,
                                from,
                                null,
                                DueWindow.ANY,
                                TagFilter.ANY,
                                null,
                                null,
                                Duration.ZERO,
                                null,
                                null,
                                null)))
                .id();
        OperationTask task = get(store.store().operationWork().take()).orElseThrow();
        while (task.end() == null) {
            task = get(store.store().operationWork().slice(task, 100));
            get(store.store().operationWork().save(task));
        }
        long cost = calls() - before;
        Operation done = get(store.store().operations().get(id));
        assertThat(List.of(done.matching(), done.done(), done.skipped())).containsExactly((long) jobs, (long) jobs, 0L);
        return cost;
    }

    /** What a kick and then a delete of all jobs take. */
    private record Costs(double kick, double delete) {}

    private Costs costs(int jobs, int priorities) {
        produce(jobs, priorities);
        return new Costs(
                cost(OperationKind.KICK, JobState.DELAYED, jobs), cost(OperationKind.DELETE, JobState.READY, jobs));
    }

    /** Commands that a walk through all jobs takes. */
    private long walk(int jobs, int priorities) {
        produce(jobs, priorities);
        long before = calls();
        int seen = 0;
        @Nullable String cursor = null;
        do {
            JobPage page = get(store.store().broker().list(TUBE, new JobQuery(JobState.DELAYED, 500, cursor)));
            seen += page.jobs().size();
            cursor = page.next();
            assertThat(page.jobs().size() == 500 || cursor == null).isTrue();
        } while (cursor != null);
        assertThat(seen).isEqualTo(jobs);
        long cost = calls() - before;
        get(store.store().tubes().delete(TUBE));
        return cost;
    }

    @Test
    void aListCostsNoMoreAJobWithManyPriorities() {
        double one = walk(2000, 1);
        double some = walk(1000, 1000);
        double many = walk(2000, 2000);
        String figures = "one " + one + ", half " + some + ", many " + many;
        assertThat(many / one).as(figures).isLessThan(MAX_FOR_A_SET);
        assertThat(many / some).as(figures).isBetween(1.8, 2.2);
    }

    @Test
    void anOperationCostsNoMoreAJobWithManyPriorities() {
        Costs one = costs(2000, 1);
        Costs some = costs(1000, 1000);
        Costs many = costs(2000, 2000);
        String figures = "one " + one + ", half " + some + ", many " + many;
        assertThat(many.kick / one.kick).as(figures).isLessThan(MAX_FOR_A_SET);
        assertThat(many.kick / some.kick).as(figures).isBetween(1.8, 2.2);
        assertThat(many.delete / one.delete).as(figures).isLessThan(MAX_FOR_A_SET);
        assertThat(many.delete / some.delete).as(figures).isBetween(1.8, 2.2);
    }
}
