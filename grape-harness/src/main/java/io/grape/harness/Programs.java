package io.grape.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Small programs of the machine. */
public final class Programs {
    private static final long MAX_MINUTES = 5;
    private static final Set<ProcessHandle> STOPPED = ConcurrentHashMap.newKeySet();

    static {
        // Who stands still does not hear that it shall end.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> STOPPED.forEach(Programs::resume), "resume"));
    }

    private Programs() {}

    /** Where a program is. */
    public static Optional<Path> find(String program) {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The Java that runs this. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** What stands behind {@code java} to run a jar, with the archive of its classes where there is one. */
    public static List<String> ofJar(Path jar) {
        String path = jar.toString();
        String archive = path.replaceFirst("[.]jar$", ".jsa");
        return Files.exists(Path.of(archive))
                ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off", "-jar", path)
                : List.of("-jar", path);
    }

    /** Runs one; false when it failed, or is not there. */
    public static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessFailure("interrupted", e);
        }
    }

    /** Stops a process where it is, as if its machine had no time for it: SIGSTOP. */
    public static void stop(ProcessHandle process) {
        STOPPED.add(process);
        signal("-STOP", process);
    }

    /** Lets it go on: SIGCONT. */
    public static void resume(ProcessHandle process) {
        signal("-CONT", process);
        STOPPED.remove(process);
    }

    private static void signal(String signal, ProcessHandle process) {
        if (!run("kill", signal, Long.toString(process.pid()))) {
            throw new HarnessFailure("kill " + signal + " " + process.pid() + " failed");
        }
    }
}
