package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.core.operation.Preview;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bounds of operations that select by key and label, and what an earlier release sees of them. */
final class OperationTagsTest extends OperationSteps {
    private static final TagFilter ANN = new TagFilter("ann", null);
    private static final TagFilter EU = new TagFilter(null, "eu");
    private static final JobTags BOTH = new JobTags("ann", List.of("eu"));

    private final RawRedis redis = RawRedis.to(TestRedis.uri());

    @AfterEach
    void disconnect() {
        redis.close();
    }

    private static OperationRequest delete(TagFilter tags) {
        return OperationRequest.of(OperationKind.DELETE, TUBE, JobState.READY, tags);
    }

    private void produce(String name, int from, int to, JobTags tags) {
        for (int first = from; first < to; first += 1000) {
            get(store.broker()
                            .produce(
                                    TUBE,
                                    IntStream.range(first, Math.min(to, first + 1000))
                                            .mapToObj(
                                                    i -> NewJob.of(new JobId(name + i), Payload.binary(new byte[] {1}))
                                                            .tags(tags))
                                            .toList()))
                    .forEach(one -> one.get());
        }
    }

    private void assertPreviews(TagFilter tags, long matching, boolean isExact) {
        Preview preview = get(operations.preview(delete(tags)));
        assertThat(List.of(preview.matching(), preview.isExact())).containsExactly(matching, isExact);
    }

    @Test
    void twentyThousandJobsAreLookedAtAndMoreAreNotExact() {
        produce("plain", 0, 18_999, JobTags.NONE);
        produce("early", 0, 500, BOTH);
        produce("middle", 0, 500, JobTags.NONE);
        assertPreviews(ANN, 500, true);
        assertPreviews(EU, 500, true);
        produce("late", 0, 1000, BOTH);
        assertPreviews(ANN, 501, false);
        assertPreviews(EU, 501, false);
        Operation done = run(delete(EU));
        assertThat(List.of(done.matching(), done.done(), done.skipped())).containsExactly(1500L, 1500L, 0L);
    }

    @Test
    void lanesOfAKeyAreCountedAndTheJobsWithoutAKeyAreLookedAt() {
        get(store.tubes().create(TUBE, TubeSettings.DEFAULT));
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(KeySteps.FAIR)));
        produce("ann", 0, 30_000, new JobTags("ann", List.of()));
        produce("bob", 0, 30_000, new JobTags("bob", List.of("eu")));
        produce("plain", 0, 19_000, JobTags.NONE);
        assertPreviews(ANN, 30_000, true);
        assertPreviews(new TagFilter("bob", null), 30_000, true);
        assertPreviews(new TagFilter("bob", "none"), 0, false);
        produce("plain", 19_000, 21_000, JobTags.NONE);
        assertPreviews(ANN, 30_000, false);
    }

    private String key(String id) {
        return "{" + namespace + ":operations}:op:" + id;
    }

    /** A broker that does not know the fields has their operation as if they were not there. */
    @Test
    void aBrokerThatDoesNotKnowTheFieldsLeavesTheOperationToOthers() {
        produce("a", 0, 3, BOTH);
        produce("b", 0, 3, JobTags.NONE);
        String id = get(operations.begin(delete(new TagFilter("ann", "eu")))).id();
        Map<String, String> stored = redis.commands().hgetall(key(id));
        assertThat(stored).containsEntry("key", "ann").containsEntry("label", "eu");
        assertThatThrownBy(() -> Base64.getUrlDecoder().decode(Objects.requireNonNull(stored.get("position"))))
                .as("which is how every release reads a position, before it looks for jobs")
                .isInstanceOf(IllegalArgumentException.class);
        redis.commands().hdel(key(id), "key", "label");
        OperationTask taken = take();
        assertThat(failure(store.operationWork().slice(taken, 100)).map(failure -> failure.code()))
                .contains(ErrorCode.BAD_REQUEST);
        get(store.operationWork().save(taken));
        assertThat(get(operations.get(id)).done()).as("it can be shown").isZero();
        assertThat(count(JobState.READY)).isEqualTo(6);
        assertGoesOnWithItsFields(id, stored);
    }

    private void assertGoesOnWithItsFields(String id, Map<String, String> stored) {
        redis.commands().hset(key(id), stored);
        redis.commands().zadd("{" + namespace + ":operations}:live", 0, id);
        OperationTask task = slice(take(), 100);
        get(store.operationWork().save(task));
        assertThat(get(operations.get(id)).done()).isEqualTo(3);
        assertThat(count(JobState.READY)).isEqualTo(3);
    }

    @Test
    void anOperationOnAllJobsIsStoredAsBefore() {
        produce("a", 0, 1, JobTags.NONE);
        String id = get(operations.begin(delete(TagFilter.ANY))).id();
        @Nullable String position = redis.commands().hget(key(id), "position");
        assertThat(Base64.getUrlDecoder().decode(Objects.requireNonNull(position)))
                .isNotEmpty();
        assertThat(redis.commands().hgetall(key(id))).doesNotContainKeys("key", "label");
    }
}
