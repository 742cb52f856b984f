package io.grape.redis;

import io.grape.core.Hindsight;
import io.grape.core.JobHistory;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;

/** Runs the scripts that look back. */
final class RedisHindsight implements Hindsight {
    private static final Script HISTORY = Script.ofTube("history");

    private final TubeScripts scripts;

    RedisHindsight(TubeScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public CompletionStage<JobHistory> history(TubeName tube, JobId id) {
        return scripts.runOrFail(HISTORY, tube, id, scripts.args(tube).add(id.value()))
                .thenApply(JobEvents::read);
    }
}
