package io.grape.chaos;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.grape.harness.CommitBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A broker of an earlier commit beside one of this. */
final class EarlierRelease {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    private EarlierRelease() {}

    /**
     * How to start the earlier one, which is built into a directory, and the present one. Skips what asks where it
     * cannot be built.
     *
     * @param what is not tested then
     */
    static List<List<String>> andThis(String commit, Path directory, String what) throws IOException {
        CommitBuild build = new CommitBuild(REPOSITORY, commit, directory);
        Optional<String> missing = build.missing();
        missing.ifPresent(why -> System.err.println("SKIPPED: " + what + " NOT tested: " + why));
        assumeThat(missing).isEmpty();
        return List.of(List.of("-jar", build.jar().toString()), ShortRound.program());
    }
}
