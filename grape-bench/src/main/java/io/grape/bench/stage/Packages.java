package io.grape.bench.stage;

import io.grape.harness.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Programs of the machine. On a Debian machine, root gets one that is missing from its package. */
final class Packages {
    private Packages() {}

    /** Where a program is that has the name of its package, installed where it is missing and that is possible. */
    static Optional<Path> need(String program) {
        Optional<Path> found = Programs.find(program);
        if (found.isPresent() || !"root".equals(System.getProperty("user.name")) || !isDebian()) {
            return found;
        }
        System.err.println("grape bench: installing " + program);
        String install = "apt-get install -y -qq " + program;
        String script =
                "export DEBIAN_FRONTEND=noninteractive; " + install + " || { apt-get update -qq && " + install + "; }";
        if (!Programs.run("sh", "-c", script)) {
            System.err.println("grape bench: could not install " + program);
        }
        return Programs.find(program);
    }

    private static boolean isDebian() {
        return Files.exists(Path.of("/etc/debian_version"));
    }
}
