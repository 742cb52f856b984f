package io.grape.redis.job;

import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.redis.RepairFixture;
import io.grape.redis.TestRedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job whose id is no text that a caller could name costs itself and no other. In the names, a character is a byte. */
final class UnaddressableJobsTest {
    private final RepairFixture there = new RepairFixture(TestRedis.uri());
    private final Broker broker = there.here.store().broker();

    @AfterEach
    void close() {
        there.close();
    }

    private static byte[] raw(String name) {
        return name.getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] key(String name) {
        byte[] begin = there.key("j:");
        byte[] end = raw(name);
        byte[] key = java.util.Arrays.copyOf(begin, begin.length + end.length);
        System.arraycopy(end, 0, key, begin.length, end.length);
        return key;
    }

    private void produce(String... ids) {
        get(broker.produce(
                        TUBE,
                        List.of(ids).stream()
                                .map(id -> NewJob.of(new JobId(id), Payload.binary(new byte[] {1})))
                                .toList()))
                .forEach(outcome -> outcome.get());
    }

    /** Somebody gives the job a name beside the broker. */
    private void rename(String id, String name) {
        double due = get(there.redis().zscore(there.key("delay"), bytes(id)));
        get(there.redis().rename(there.key("j:" + id), key(name)));
        get(there.redis().zrem(there.key("delay"), bytes(id)));
        get(there.redis().zadd(there.key("delay"), due, raw(name)));
    }

    private List<String> consume() {
        List<Job> jobs = there.here.consume(10);
        there.here.finish(jobs);
        return jobs.stream().map(job -> job.id().value()).toList();
    }

    private boolean hasFailed(String name) {
        return get(there.redis().zscore(there.key("failed"), raw(name))) != null;
    }

    private List<JobId> listed(JobState state, int limit) {
        List<JobId> all = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            JobPage page = get(broker.list(TUBE, new JobQuery(state, limit, cursor)));
            page.jobs().forEach(job -> all.add(job.id()));
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00ff\u00fe", "a\nb", "", "\u00ed\u00a0\u0080"})
    void aConsumeHandsOutTheOthersAndPutsItAmongTheFailedOnes(String name) {
        produce("first", "x", "last");
        rename("x", name);
        List<String> got = new ArrayList<>();

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            got.addAll(consume());
            return got.size() == 2 && hasFailed(name);
        });

        assertThat(got).containsExactly("first", "last");
        assertThat(consume()).isEmpty();
        assertThat(there.round()).isEmpty();
        there.checkInvariants();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10})
    void aListShowsTheOthersWhereverItsPagesEnd(int limit) {
        produce("a", "x", "y", "z");
        rename("x", "\u00ff");
        rename("y", "\u00fe\n");
        assertThat(listed(JobState.READY, limit)).containsExactly(new JobId("a"), new JobId("z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00ff\u00fe", "a\nb"})
    void anOperationShowsTheOthersAndTakesItAlong(String name) {
        produce("a", "x", "z");
        rename("x", name);
        OperationRequest request = OperationRequest.of(OperationKind.DELETE, TUBE, JobState.READY, TagFilter.ANY);
        assertThat(get(there.here.store().operations().preview(request)).sample())
                .extracting(Job::id)
                .containsExactly(new JobId("a"), new JobId("z"));

        get(there.here.store().operations().begin(request, 10));
        OperationQueue work = there.here.store().operationWork();
        OperationTask mine = get(work.take()).orElseThrow();
        while (mine.end() == null) {
            mine = get(work.slice(mine, 1));
        }

        assertThat(mine.done()).isEqualTo(3);
        assertThat(get(there.redis().exists(there.key("delay")))).isZero();
        there.checkInvariants();
    }
}
