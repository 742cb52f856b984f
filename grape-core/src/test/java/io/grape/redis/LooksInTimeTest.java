package io.grape.redis;

import static io.grape.redis.TestStore.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.ErrorCode;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.JobQuery;
import io.grape.core.key.KeySort;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Looks whose callers do not wait any more. */
class LooksInTimeTest {
    private static final TubeName TUBE = new TubeName("t");
    private static final JobId ID = new JobId("a");

    @Test
    void aLookWhoseTimeIsOverBeforeItLeavesIsNotMade() {
        CallContext late = new CallContext(Deadline.in(Duration.ZERO), null);
        CallContext early = new CallContext(Deadline.in(Duration.ofDays(1)), null);
        JobQuery query = new JobQuery(JobState.READY, 1, null);
        try (RedisStore store = TestRedis.open(TestRedis.uri(), TestRedis.newNamespace())) {
            TestStore.get(store.tubes().create(TUBE, TubeSettings.DEFAULT));
            assertLate(store.broker().snapshot(TUBE, ID, late));
            assertLate(store.broker().explain(TUBE, ID, late));
            assertLate(store.broker().list(TUBE, query, late));
            assertLate(store.histories().history(TUBE, ID, late));
            assertLate(store.jobKeys().list(TUBE, KeySort.BACKLOG, 1, null, late));
            assertThat(code(store.broker().snapshot(TUBE, ID, early))).contains(ErrorCode.JOB_NOT_FOUND);
            assertThat(code(store.broker().list(TUBE, query, early))).isEmpty();
        }
    }

    private static void assertLate(CompletionStage<?> look) {
        assertThat(code(look)).contains(ErrorCode.DEADLINE_EXCEEDED);
    }
}
