package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that openapi-generator makes of openapi.json, as docs/other-languages.md says, and the way of a job through each. */
@Tag("long")
@GrapeTest
class GeneratedClientsTest {
    private static final String GENERATOR = "org.openapitools:openapi-generator-cli:7.25.0";
    private static final Path TRIPS = Path.of("src/test/clients").toAbsolutePath();
    private static final String DONE = "produced, consumed and finished";

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    @BeforeAll
    static void fetch() throws IOException, InterruptedException {
        // The version of its plugin is that of the build.
        run(
                Path.of("..").toAbsolutePath(),
                "mvn",
                "-B",
                "-ntp",
                "-q",
                "-N",
                "dependency:copy",
                "-Dartifact=" + GENERATOR,
                "-Dmdep.stripVersion=true",
                "-DoutputDirectory=" + shared);
    }

    private void generate(TestBroker broker, String language, String folder, String... more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                shared.resolve("openapi-generator-cli.jar").toString(),
                "generate",
                "-i",
                broker.uri() + "/openapi.json",
                "-g",
                language,
                "-o",
                folder));
        command.addAll(List.of(more));
        run(directory, command.toArray(String[]::new));
    }

    @Test
    void typeScript(TestBroker broker) throws IOException, InterruptedException {
        assumeTrue(isThere("npm"), "npm is not there");
        copy("roundtrip.ts", "roundtrip.ts");
        copy("package.json", "package.json");
        copy("package-lock.json", "package-lock.json");
        copy("tsconfig.json", "tsconfig.json");
        generate(broker, "typescript-fetch", "client", "--additional-properties=importFileExtension=.js");
        run(directory, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1");
        run(directory, "node_modules/.bin/tsc");
        assertThat(run(directory, "node", "out/roundtrip.js", broker.uri().toString()))
                .endsWith(DONE);
    }

    @Test
    void python(TestBroker broker) throws IOException, InterruptedException {
        assumeTrue(isThere("python3"), "python3 is not there");
        copy("roundtrip.py", "client/roundtrip.py");
        generate(broker, "python", "client");
        run(directory, "python3", "-m", "compileall", "-q", "client");
        boolean isPydanticThere =
                status(directory, "python3", "-c", "import dateutil, pydantic, urllib3; assert pydantic.VERSION >= '2'")
                        == 0;
        assumeTrue(isPydanticThere, "there is no pydantic 2: the client was compiled and not run");
        assertThat(run(directory, "python3", "client/roundtrip.py", broker.uri().toString()))
                .endsWith(DONE);
    }

    /** Without modules, which would be fetched: it needs none. */
    @Test
    void go(TestBroker broker) throws IOException, InterruptedException {
        assumeTrue(isThere("go"), "go is not there");
        copy("roundtrip.go", "src/roundtrip/main.go");
        generate(broker, "go", "src/grapeclient", "--additional-properties=enumClassPrefix=true");
        run(directory.resolve("src/grapeclient"), "go", "vet", ".");
        assertThat(run(
                        directory.resolve("src/roundtrip"),
                        "go",
                        "run",
                        ".",
                        broker.uri().toString()))
                .endsWith(DONE);
    }

    @Test
    void thePageSaysHow() throws IOException {
        assertThat(Files.readString(Path.of("../docs/other-languages.md")))
                .contains(GENERATOR.substring(GENERATOR.lastIndexOf(':') + 1))
                .contains(
                        "-g typescript-fetch -o client --additional-properties=importFileExtension=.js`",
                        "-g python -o client`",
                        "-g go -o client --additional-properties=enumClassPrefix=true`");
    }

    private void copy(String trip, String to) throws IOException {
        Path file = directory.resolve(to);
        Files.createDirectories(file.resolve("..").normalize());
        Files.copy(TRIPS.resolve(trip), file);
    }

    private static boolean isThere(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static int status(Path folder, String... command) throws IOException, InterruptedException {
        return start(folder, shared.resolve("said"), command).waitFor();
    }

    /** What a program says that goes well. */
    private static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path said = Files.createTempFile(shared, "said", "");
        int status = start(folder, said, command).waitFor();
        assertThat(status)
                .as(Stream.of(command).toList() + "\n" + Files.readString(said))
                .isZero();
        return Files.readString(said).strip();
    }

    private static Process start(Path folder, Path said, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        // A client without modules is found here, whatever the Go of this machine is told.
        builder.environment().putAll(Map.of("GO111MODULE", "off", "GOPATH", "" + goPath(folder), "GOFLAGS", ""));
        return builder.start();
    }

    private static Path goPath(Path folder) {
        return folder.resolve("../..").normalize();
    }
}
