package io.grape.chaos.sdk;

import io.grape.harness.Programs;
import io.grape.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A process of {@link SdkWorker}. */
final class WorkerProcess {
    private final ChildProcess process;
    private volatile long killedNanos;
    private volatile boolean isKilled;

    private WorkerProcess(ChildProcess process) {
        this.process = process;
    }

    static WorkerProcess start(Path log, String tube, List<URI> brokers) {
        List<String> command = new ArrayList<>(List.of(
                Programs.java(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-Dlogback.configurationFile=logback-chaos.xml",
                "-cp",
                System.getProperty("java.class.path"),
                SdkWorker.class.getName(),
                tube));
        brokers.forEach(broker -> command.add(broker.toString()));
        try {
            return new WorkerProcess(ChildProcess.start(log, command, environment -> {}));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it with kill -9, and waits until it is gone. */
    void kill() {
        process.kill();
        killedNanos = System.nanoTime();
        isKilled = true;
    }

    boolean isKilled() {
        return isKilled;
    }

    Collection<Execution> executions() {
        return ExecutionLog.read(process.output(), isKilled ? killedNanos : System.nanoTime());
    }
}
