package io.grape.client.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.harness.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Processes of {@link KilledWorker}, and how often each job ran in one of them. */
final class WorkerProcesses implements AfterEachCallback {
    private final Set<Process> processes = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Map<String, Integer> runs = new ConcurrentHashMap<>();

    Map<String, Integer> runs() {
        return runs;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        isOver.set(true);
        processes.forEach(Process::destroyForcibly);
    }

    Process start(String brokers, int concurrency, int prefetch, int batch) {
        try {
            Process process = new ProcessBuilder(
                            Programs.java(),
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx64m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            KilledWorker.class.getName(),
                            brokers,
                            Integer.toString(concurrency),
                            Integer.toString(prefetch),
                            Integer.toString(batch))
                    .redirectErrorStream(true)
                    .start();
            processes.add(process);
            Thread reader = new Thread(() -> read(process), "reader");
            reader.setDaemon(true);
            reader.start();
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(Process process) {
        try (BufferedReader out = process.inputReader(UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith("runs ")) {
                    runs.merge(line.substring("runs ".length()), 1, Integer::sum);
                }
            }
        } catch (IOException e) {
            processes.remove(process);
        }
    }

    /** Starts it again whenever it ends. */
    void supervise(String brokers, int concurrency, int prefetch, int batch) {
        Thread supervisor = new Thread(
                () -> {
                    while (!isOver.get()) {
                        Process process = start(brokers, concurrency, prefetch, batch);
                        try {
                            process.waitFor();
                        } catch (InterruptedException e) {
                            return;
                        }
                        processes.remove(process);
                    }
                },
                "supervisor");
        supervisor.setDaemon(true);
        supervisor.start();
    }
}
