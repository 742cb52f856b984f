package io.grape.redis;

import static io.grape.catalog.TubeFields.KEEP_FINISHED;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobResult;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the laws of kept jobs have in common. */
interface KeptSteps extends GateSteps {
    Duration MINUTE = Duration.ofMinutes(1);
    Payload RESULT = new Payload("{\"sum\":3}".getBytes(UTF_8), Payload.JSON);

    /** A field of the tube's hash. */
    String fieldOfTheTube(String name);

    default void keep(TubeSettingsChange change) {
        if (!get(tubes().exists(tube()))) {
            get(tubes().create(tube(), TubeSettings.DEFAULT));
        }
        get(tubes().configure(tube(), change));
    }

    default void keepAMinute() {
        keep(TubeSettingsChange.of(KEEP_FINISHED, MINUTE));
    }

    default ItemResult<Acknowledged> finish(Job job, @Nullable Payload result) {
        return acknowledge(new Acknowledgement.Finish(job.id(), job.requireLease(), result));
    }

    default Job finished(String id) {
        return finished(job(id), null);
    }

    default Job finished(NewJob job, @Nullable Payload result) {
        produce(job);
        Job taken = take(job.id().value());
        finish(taken, result).get();
        return taken;
    }

    default JobResult result(String id) {
        return get(store().results().result(tube(), id(id)));
    }

    default JobPage kept(int limit, @Nullable String cursor) {
        return get(broker().list(tube(), new JobQuery(JobState.FINISHED, limit, cursor)));
    }

    default List<String> kept() {
        return ids(kept(1000, null).jobs());
    }

    default void assertNotKept(String id) {
        assertFails(store().results().result(tube(), id(id)), ErrorCode.JOB_NOT_FOUND);
        assertGone(id);
    }

    static void assertHas(JobResult result, Payload expected) {
        Payload found = result.result();
        assertThat(found == null ? null : new String(found.bytes(), UTF_8))
                .isEqualTo(new String(expected.bytes(), UTF_8));
        assertThat(found == null ? null : found.contentType()).isEqualTo(expected.contentType());
        assertThat(result.state()).isEqualTo(JobState.FINISHED);
    }
}
