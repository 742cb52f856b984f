package io.grape.bench.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.bench.load.LoadFailure;
import io.grape.bench.queue.QueueProgram;
import io.grape.harness.HarnessFailure;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A {@link QueueProgram} that runs. It ends with this JVM, because its standard input ends then. */
public final class LoadProcess implements AutoCloseable {
    private static final long END_SECONDS = 15;

    private final Process process;
    private final BufferedReader out;
    private final BufferedWriter in;
    private final Path log;
    private final Map<String, String> description;

    private LoadProcess(Process process, Path log) {
        this.process = process;
        this.out = process.inputReader(UTF_8);
        this.in = process.outputWriter(UTF_8);
        this.log = log;
        this.description = read(QueueProgram.READY);
    }

    /** Starts one, and waits until its workers wait for jobs. */
    static LoadProcess start(List<String> command, Path log) {
        try {
            return new LoadProcess(
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start(),
                    log);
        } catch (IOException e) {
            throw new HarnessFailure("cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    /** What it says about itself: the version of its Java, and how many CPUs its JVM sees. */
    public Map<String, String> description() {
        return description;
    }

    public ProcessHandle process() {
        return process.toHandle();
    }

    /** Runs the load, and returns its figures. */
    public Map<String, Double> run(Duration duration) {
        return command("run " + duration.toMillis() / 1e3);
    }

    /** Runs a command of {@link QueueProgram}, and returns its figures. */
    public Map<String, Double> command(String command) {
        try {
            in.write(command + "\n");
            in.flush();
        } catch (IOException e) {
            throw new LoadFailure("the load program has ended:\n" + log(), e);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        read("").forEach((name, value) -> figures.put(name, Double.valueOf(value)));
        return figures;
    }

    /** Kills it, as the kernel kills a process that is out of memory. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private Map<String, String> read(String begin) {
        try {
            String line = out.readLine();
            if (line == null || line.startsWith(QueueProgram.FAILED) || !line.startsWith(begin)) {
                throw new LoadFailure("the load program " + (line == null ? "has ended" : line.replace('\t', ' '))
                        + "; its log:\n" + log());
            }
            Map<String, String> fields = new LinkedHashMap<>();
            for (String field : line.split("\t", -1)) {
                String[] parts = field.split("=", 2);
                if (parts.length == 2) {
                    fields.put(parts[0], parts[1]);
                }
            }
            return fields;
        } catch (IOException e) {
            throw new LoadFailure("cannot read from the load program: " + e.getMessage(), e);
        }
    }

    private String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "";
        }
    }

    /** Ends it, and kills it if that takes too long. */
    @Override
    public void close() {
        try {
            in.close();
            if (process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            // It has ended, or does not read any more.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
