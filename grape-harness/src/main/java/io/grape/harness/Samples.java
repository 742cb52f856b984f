package io.grape.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Applications with libraries of their own, each built and tested by a Maven of its own. They get Grape from a local repository in
 * which all else is a link into that of the user.
 */
public final class Samples {
    private static final Path GRAPE = Path.of("io", "grape");

    private final Path directory;
    private final Path repository;

    /** What a Maven did. */
    public record Run(int status, String output) {}

    private Samples(Path directory, Path repository) {
        this.directory = directory;
        this.repository = repository;
    }

    /**
     * Builds modules of Grape, with all that they need, for the samples.
     *
     * @param directory where all of it is, empty at first
     * @param grape the folder of Grape's source
     * @param modules such as {@code grape-junit,grape-outbox}
     */
    public static Samples with(Path directory, Path grape, String modules) throws IOException {
        Samples samples = new Samples(directory, Files.createDirectory(directory.resolve("repository")));
        samples.linkAll(usersRepository(), samples.repository);
        Run install =
                samples.maven(grape, "install", "-Dquick", "-Dquick.directory=run-samples", "-pl", modules, "-am");
        if (install.status != 0) {
            throw new HarnessFailure("Grape is not built: " + install.output);
        }
        return samples;
    }

    private static Path usersRepository() {
        String given = System.getProperty("localRepository");
        return given == null ? Path.of(System.getProperty("user.home"), ".m2", "repository") : Path.of(given);
    }

    /** Links to all in a directory but Grape, and to what is beside Grape. */
    private void linkAll(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Path link = to.resolve(file.getFileName());
                Path place = repository.relativize(link);
                if (!GRAPE.startsWith(place)) {
                    Files.createSymbolicLink(link, file);
                } else if (!GRAPE.equals(place)) {
                    linkAll(file, Files.createDirectory(link));
                }
            }
        }
    }

    /** The local repository, for a Maven that is started otherwise. */
    public Path repository() {
        return repository;
    }

    /** Copies a sample: a build leaves files in its folder. */
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** Runs Maven in a folder, and waits for its end. */
    public Run maven(Path folder, String... words) {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(words));
        try {
            File log = Files.createTempFile(directory, "maven", ".log").toFile();
            Process maven = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log)
                    .start();
            maven.getOutputStream().close();
            int status = maven.onExit().join().exitValue();
            return new Run(status, Files.readString(log.toPath(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
