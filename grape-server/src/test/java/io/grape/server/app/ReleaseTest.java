package io.grape.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is published: built twice from the last commit, in two folders. */
@Tag("long")
class ReleaseTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> NOT_PUBLISHED =
            List.of("grape-harness", "grape-examples", "grape-bench", "grape-chaos", "grape-e2e");

    @Test
    void twoBuildsOfACommitAreTheSame(@TempDir Path directory) throws Exception {
        Map<String, String> first = published(directory.resolve("first"));
        Map<String, String> second = published(directory.resolve("second"));
        assertThat(second).isEqualTo(first);
        List<String> modules = first.keySet().stream()
                .map(name -> name.substring(0, name.indexOf('/')))
                .distinct()
                .toList();
        assertThat(modules)
                .contains("grape", "grape-client", "grape-server")
                .doesNotContainAnyElementsOf(NOT_PUBLISHED);
        assertThat(modules)
                .filteredOn(module -> !module.equals("grape"))
                .allSatisfy(module -> assertThat(first.keySet())
                        .filteredOn(name -> name.startsWith(module + "/"))
                        .anyMatch(name -> name.endsWith("-sources.jar"))
                        .anyMatch(name -> name.endsWith("-javadoc.jar"))
                        .anyMatch(name -> name.endsWith("-cyclonedx.json"))
                        .anyMatch(name -> name.endsWith(".pom")));
    }

    @Test
    void eachPomSaysWhatItIsAndWhoMadeIt() throws IOException {
        for (String module : modules()) {
            assertThat(Files.readString(ROOT.resolve(module).resolve("pom.xml")))
                    .as(module)
                    .contains("<name>", "<description>", "<name>Apache-2.0</name>");
        }
        assertThat(Files.readString(ROOT.resolve("pom.xml"))).contains("<developers>");
    }

    private static List<String> modules() throws IOException {
        try (Stream<Path> files = Files.list(ROOT)) {
            return files.filter(file -> Files.exists(file.resolve("pom.xml")))
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    /** Each file that is deployed, by its place, with its hash. The time of a snapshot is left out. */
    private static Map<String, String> published(Path directory) throws Exception {
        Path sources = directory.resolve("sources");
        Path repository = directory.resolve("repository");
        run("git", "clone", "-q", "--shared", ROOT.toString(), sources.toString());
        run(
                "mvn",
                "-q",
                "-B",
                "-ntp",
                "-f",
                sources.resolve("pom.xml").toString(),
                "-Prelease",
                "-Dquick",
                "deploy",
                "-DaltDeploymentRepository=here::" + repository.toUri());
        Map<String, String> all = new TreeMap<>();
        List<Path> files = new ArrayList<>();
        try (Stream<Path> walked = Files.walk(repository)) {
            walked.filter(file -> file.toString().matches(".*\\.(jar|pom|json)"))
                    .forEach(files::add);
        }
        for (Path file : files) {
            String place = repository.resolve("io/grape").relativize(file).toString();
            all.put(place.replaceAll("-\\d{8}\\.\\d{6}-\\d+", ""), hash(file));
        }
        return all;
    }

    private static String hash(Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", command) + "\n" + output)
                .isZero();
    }
}
