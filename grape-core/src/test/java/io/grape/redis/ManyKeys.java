package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;

import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.job.Broker;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.core.tube.Tubes;
import java.util.ArrayList;
import java.util.List;

/** A tube whose keys share it by jobs, and jobs of many of them. */
record ManyKeys(Broker broker, Tubes tubes) {
    private static final int PRODUCE = 500;

    static NewJob job(String id, String key) {
        return NewJob.of(new JobId(id), Payload.binary(new byte[1])).tags(new JobTags(key, List.of()));
    }

    /** Makes the tube, and in it jobs of keys that are numbers. */
    void fill(int keys, int jobsOfEach) {
        get(tubes.create(TUBE, TubeSettings.DEFAULT));
        get(tubes.configure(TUBE, TubeSettingsChange.of(KeySteps.FAIR)));
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < keys * jobsOfEach; i++) {
            jobs.add(job("j" + i, "k" + i % keys));
        }
        produce(jobs);
    }

    void produce(List<NewJob> jobs) {
        for (int first = 0; first < jobs.size(); first += PRODUCE) {
            get(broker.produce(TUBE, jobs.subList(first, Math.min(jobs.size(), first + PRODUCE))))
                    .forEach(ItemResult::get);
        }
    }
}
