package io.grape.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Builds the broker of another commit with git and Maven, beside the sources that are checked out. */
public final class CommitBuild {
    private static final int DONE = 0;

    private final Path repository;
    private final String commit;
    private final Path directory;
    private final Path log;

    /**
     * @param repository where a commit can be found by name
     * @param commit anything that git takes for one: an id, a branch, {@code HEAD~3}
     * @param directory a new one for the sources and what is built of them
     */
    public CommitBuild(Path repository, String commit, Path directory) {
        this.repository = repository;
        this.commit = commit + "^{commit}";
        this.directory = directory;
        this.log = directory.resolve("build.log");
    }

    /** Why it cannot be built here. */
    public Optional<String> missing() throws IOException {
        if (!runs("git", "-C", repository.toString(), "cat-file", "-e", commit)) {
            return Optional.of("git has no " + commit + " in " + repository + ", as in a shallow clone");
        }
        return runs("mvn", "-v") ? Optional.empty() : Optional.of("there is no Maven (mvn) on the PATH");
    }

    /** Builds it, and returns the jar to run. Libraries that are not there yet are fetched. */
    public Path jar() throws IOException {
        Path sources = directory.resolve("sources");
        must("git", "clone", "-q", "--shared", "--no-checkout", repository.toString(), sources.toString());
        must("git", "-C", sources.toString(), "checkout", "-q", "--detach", id());
        if (!runs(maven(sources, "-o"))) {
            must(maven(sources, "-q"));
        }
        return sources.resolve("grape-server/target/run/grape-server.jar");
    }

    /** In a clone a branch has another name. */
    private String id() throws IOException {
        Process git = new ProcessBuilder("git", "-C", repository.toString(), "rev-parse", commit).start();
        return new String(git.getInputStream().readAllBytes(), UTF_8).strip();
    }

    private static String[] maven(Path sources, String option) {
        String pom = sources.resolve("pom.xml").toString();
        return new String[] {
            "mvn",
            option,
            "-B",
            "-ntp",
            "-f",
            pom,
            "-Dquick",
            "-Dquick.directory=run",
            "-pl",
            "grape-server",
            "-am",
            "package"
        };
    }

    private void must(String... command) throws IOException {
        if (!runs(command)) {
            throw new IOException(String.join(" ", command) + " failed:\n" + Files.readString(log));
        }
    }

    private boolean runs(String... command) throws IOException {
        return ChildProcess.start(log, List.of(command), unchanged -> {}).awaitExit() == DONE;
    }
}
