package io.grape.chaos.fault;

import io.grape.chaos.history.Entry;
import io.grape.chaos.sdk.SdkLoad;
import io.grape.harness.Sleep;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code kill -9} of a worker of the SDK. Another worker must start its jobs long before their leases end. */
final class WorkerKill implements Fault {
    private static final long POLL_MILLIS = 100;

    private final FaultContext<?> scene;
    private final Set<String> stuck = new HashSet<>();

    WorkerKill(FaultContext<?> scene) {
        this.scene = scene;
    }

    @Override
    public void run() {
        SdkLoad sdk = scene.sdk().orElseThrow();
        Set<String> held = sdk.killWorker(scene.random());
        long deadline = System.nanoTime() + SdkLoad.patience().toNanos();
        while (!sdk.notStartedAgain(held).isEmpty() && System.nanoTime() - deadline < 0) {
            Sleep.millis(POLL_MILLIS);
        }
        stuck.addAll(sdk.notStartedAgain(held));
    }

    @Override
    public Optional<String> missing() {
        return scene.sdk().isPresent() ? Optional.empty() : Optional.of("no worker of the SDK is in this load");
    }

    @Override
    public Optional<String> objection(List<Entry> meanwhile) {
        Duration patience = SdkLoad.patience();
        return stuck.isEmpty()
                ? Optional.empty()
                : Optional.of("jobs of a killed worker were not started again in " + patience + ": " + stuck);
    }
}
