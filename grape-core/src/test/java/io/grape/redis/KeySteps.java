package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ItemResult;
import io.grape.core.job.Explanation;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.key.JobKeys;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the laws of keys have in common. */
interface KeySteps extends StoreContract {
    KeySettings FAIR = new KeySettings(KeyOrder.JOBS, null, null, null, false, OnFailure.SKIP, null);
    KeySettings ONE_EACH = new KeySettings(KeyOrder.JOBS, 1, null, null, false, OnFailure.SKIP, null);
    KeySettings ORDERED = new KeySettings(KeyOrder.JOBS, null, null, null, true, OnFailure.SKIP, null);
    KeySettings BLOCKING = new KeySettings(KeyOrder.JOBS, null, null, null, true, OnFailure.BLOCK, null);

    default JobKeys keys() {
        return store().jobKeys();
    }

    default void share(KeySettings settings) {
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), TubeSettingsChange.of(settings)));
        assertThat(describe().settings().keys()).isEqualTo(settings);
    }

    static NewJob keyed(String id, String key) {
        return job(id).tags(new JobTags(key, List.of()));
    }

    /** Jobs of a key, named by it and a number. */
    default void produceOf(String key, int count) {
        produceAll(IntStream.range(0, count)
                        .mapToObj(i -> keyed(key + "-" + i, key))
                        .toList())
                .forEach(ItemResult::get);
    }

    default void override(String key, @Nullable Double weight, boolean paused) {
        get(keys().put(tube(), key, new KeyOverride(weight, null, null, null, null, paused)));
    }

    default Explanation explained(String id) {
        return get(broker().explain(tube(), id(id)));
    }

    /** Consumes one by one, so that order and not batches decides. */
    default List<String> consumed(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Job> jobs = consume(1);
            if (!jobs.isEmpty()) {
                ids.add(jobs.get(0).id().value());
            }
        }
        return ids;
    }
}
