package io.grape.bench.stage;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Programs of the machine. On a Debian machine, root gets one that is missing from its package. */
public final class Packages {
    private static final long INSTALL_MINUTES = 5;

    private Packages() {}

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
