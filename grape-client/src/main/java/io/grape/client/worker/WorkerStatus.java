package io.grape.client.worker;

import java.util.Map;

/**
 * What a worker does: {@link Worker#status}.
 *
 * @param state whether it takes jobs
 * @param tubes by their names
 */
public record WorkerStatus(WorkerState state, Map<String, TubeWork> tubes) {
    /**
     * Whether all is well, for a health check: it is running or paused, each tube has a handler that can begin, and the
     * last consume of none has failed, nor were its jobs rejected by the executor.
     */
    public boolean isHealthy() {
        boolean isOpen = state == WorkerState.RUNNING || state == WorkerState.PAUSED;
        return isOpen && tubes.values().stream().noneMatch(tube -> tube.allStuck() || tube.failures() > 0);
    }

    /** How many jobs it holds, of all tubes. */
    public int held() {
        return tubes.values().stream().mapToInt(TubeWork::held).sum();
    }
}
