package io.grape.bench.stage;

import io.grape.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Programs of the machine. On a Debian machine, root gets one that is missing from its package. */
public final class Packages {
    private static final long INSTALL_MINUTES = 5;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How long one may take to end before it is killed. */
    static final Duration STOP = Duration.ofSeconds(10);

    private Packages() {}

    /** Starts one, and waits until it is ready. Fails with what it wrote when it ends before or takes too long. */
    static ChildProcess start(List<String> command, Path output, Predicate<ChildProcess> isReady) {
        try {
            ChildProcess child = ChildProcess.start(output, command, unchanged -> {});
            if (!child.awaitReady(() -> isReady.test(child), PATIENCE)) {
                child.kill();
                throw new StageFailure("did not start: " + String.join(" ", command) + "\n" + child.output());
            }
            return child;
        } catch (IOException e) {
            throw new StageFailure("cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    /** Where a program is that has the name of its package. */
    public static Optional<Path> find(String program) {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The same, installed where it is missing and that is possible. */
    public static Optional<Path> need(String program) {
        Optional<Path> found = find(program);
        if (found.isPresent() || !"root".equals(System.getProperty("user.name")) || !isDebian()) {
            return found;
        }
        System.err.println("grape bench: installing " + program);
        String install = "apt-get install -y -qq " + program;
        run(install + " || { apt-get update -qq && " + install + "; }");
        return find(program);
    }

    private static boolean isDebian() {
        return Files.exists(Path.of("/etc/debian_version"));
    }

    private static void run(String script) {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        try {
            Process process = builder.start();
            if (!process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new StageFailure("cannot run apt-get: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StageFailure("interrupted", e);
        }
    }
}
