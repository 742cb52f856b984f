package io.grape.junit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the program of the brokers is run: by the Java of the tests, so that it starts quickly. */
final class BrokerCommand {
    /** The first Java that makes and renews an archive by itself. */
    private static final int ARCHIVES_BY_ITSELF = 19;

    private BrokerCommand() {}

    /** Runs {@code jar}; what it logs goes to {@code log}. */
    static Process start(Path jar, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"));
        // Standard output is for replies. The JVM would also tell there that an archive is not usable.
        command.addAll(List.of("-XX:+DisplayVMOutputToStderr", "-Xlog:disable", "-Xlog:all=error:stderr"));
        command.addAll(archive(jar));
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.addAll(List.of("-jar", jar.toString(), log.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        forgetOptions(builder.environment());
        return builder.start();
    }

    /** What the tests run with, agents for instance, is not for the brokers. */
    private static void forgetOptions(Map<String, String> environment) {
        environment.keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    }

    /**
     * An archive of classes, with which the program starts in two thirds of the time. The first run makes it when it ends, beside
     * the jar. The JVM ignores one that is not of its own build.
     */
    private static List<String> archive(Path jar) throws IOException {
        Path file = jar.resolveSibling(System.getProperty("java.vm.version") + ".jsa");
        if (Runtime.version().feature() >= ARCHIVES_BY_ITSELF) {
            return List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + file);
        }
        return List.of((isComplete(file) ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=") + file);
    }

    /** The JVM writes the head of an archive last: until then it is zero. */
    private static boolean isComplete(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() > 0;
        }
    }
}
