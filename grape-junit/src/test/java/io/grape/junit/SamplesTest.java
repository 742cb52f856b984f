package io.grape.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.harness.Samples;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications with libraries of their own, each built and tested by a Maven of its own. */
@Tag("long")
@SuppressWarnings("NullAway.Init") // Set before all tests.
class SamplesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int MOST_MINUTES = 5;

    @TempDir
    static Path directory;

    private static Samples samples;

    @BeforeAll
    static void installGrape() throws IOException {
        samples = Samples.with(directory, ROOT, "grape-junit,grape-outbox,grape-spring-boot-starter");
    }

    @ParameterizedTest
    @CsvSource({
        "junit, pom-5.10.xml, 10",
        "junit, pom-5.14.xml, 10",
        "junit, pom-6.xml, 10",
        "spring-boot, pom-3.5.xml, 16",
        "spring-boot, pom-4.0.xml, 16",
        "spring-boot, pom-4.1.xml, 16",
    })
    void anApplicationTestsWithItsOwnLibraries(String sample, String pom, int tests, @TempDir Path copy)
            throws IOException {
        copy(sample, copy);
        Samples.Run run = samples.maven(copy, "-f", pom, "test");
        assertThat(run.output()).contains("Tests run: " + tests + ", Failures: 0, Errors: 0, Skipped: 0\n");
        assertThat(run.status()).as(run.output()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"pom-5.14.xml", "pom-6.xml"})
    void aConstructorGetsTheBrokerOfItsTest(String pom, @TempDir Path copy) throws IOException {
        copy("junit", copy);
        Samples.Run run = samples.maven(copy, "-f", pom, "test", "-Dtest=InConstructor");
        assertThat(run.status()).as(run.output()).isZero();
    }

    @Test
    void anOldJUnitRefusesAConstructor(@TempDir Path copy) throws IOException {
        copy("junit", copy);
        Samples.Run run = samples.maven(copy, "-f", "pom-5.10.xml", "test", "-Dtest=InConstructor");
        assertThat(run.output()).contains("a constructor gets the broker of its test from JUnit 5.12 or newer");
        assertThat(run.status()).isNotZero();
    }

    /** Until it prints what the page shows: then the program waits for more jobs. */
    @Test
    @ExtendWith(GrapeExtension.class)
    void theProjectOfTheQuickstartRuns(TestBroker broker, @TempDir Path project) throws IOException {
        Files.writeString(project.resolve("pom.xml"), ofQuickstart("xml"));
        Path sources = Files.createDirectories(project.resolve("src/main/java"));
        Files.writeString(sources.resolve("Shop.java"), ofQuickstart("java"));
        Process shop = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-q",
                        "-Dmaven.repo.local=" + samples.repository(),
                        "-Dexec.args=" + broker.uri(),
                        "compile",
                        "exec:java")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .start();
        CompletableFuture.delayedExecutor(MOST_MINUTES, TimeUnit.MINUTES).execute(shop::destroy);
        List<String> output = new ArrayList<>();
        try (BufferedReader printed = shop.inputReader(StandardCharsets.UTF_8)) {
            String last = ofQuickstart("").strip();
            // A Maven may reset the colour before the first line, even if it is told to use none.
            assertThat(printed.lines().peek(output::add).anyMatch(line -> line.endsWith(last)))
                    .as(String.join("\n", output))
                    .isTrue();
        } finally {
            shop.destroy();
            shop.onExit().join();
        }
    }

    /** The last block of a language on the page. */
    private static String ofQuickstart(String language) throws IOException {
        return Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$")
                .matcher(Files.readString(ROOT.resolve("docs/quickstart.md")))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private static void copy(String sample, Path to) throws IOException {
        Samples.copy(Path.of("src", "samples", sample), to);
    }
}
