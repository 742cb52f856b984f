package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher tells the program that it starts, whose place a script takes here that says what it was told. */
class LauncherTest {
    private static final String JAVA = """
            #!/bin/sh
            case $1 in -version) echo 'openjdk version "17.0.1"' >&2; exit 0 ;; esac
            for word in "$@"; do echo "flag=$word"; done
            echo "environment=${GRAPE_REDIS:-none}"
            echo "from=${GRAPE_FROM:-none}"
            echo "charmap=$(locale charmap)"
            echo "messages=${LC_MESSAGES:-none}"
            """;

    @TempDir
    Path root = Path.of("");

    @BeforeEach
    void layOut() throws IOException {
        Path launcher = Path.of("..").toAbsolutePath().normalize();
        Files.copy(launcher.resolve("grape"), root.resolve("grape"));
        Files.createDirectory(root.resolve("tools"));
        try (var tools = Files.list(launcher.resolve("tools"))) {
            for (Path tool : tools.toList()) {
                Files.copy(tool, root.resolve("tools").resolve(tool.getFileName()));
            }
        }
        Files.writeString(root.resolve("pom.xml"), "");
        Path java = Files.createDirectories(root.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, JAVA);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Path run = Files.createDirectories(root.resolve("grape-server/target/run"));
        Files.writeString(run.resolve("grape-server.jar"), "");
        Files.writeString(run.resolve("built"), "");
    }

    private List<String> said(String... words) throws IOException, InterruptedException {
        return said(Map.of(), words);
    }

    private List<String> said(Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("bash", root.resolve("grape").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment().remove("GRAPE_REDIS");
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("LANG"));
        builder.environment().putAll(environment);
        Path out = root.resolve("out");
        assertThat(builder.redirectOutput(out.toFile()).start().waitFor())
                .as(Files.readString(out))
                .isZero();
        return Files.readAllLines(out);
    }

    @Test
    void aPasswordOfRedisStandsInNoFlag() throws IOException, InterruptedException {
        String uri = "redis://:se cret@localhost:1/2";
        for (String word : List.of("server", "doctor", "user", "token", "import-grape13")) {
            for (List<String> flags : List.of(List.of("--redis", uri), List.of("--redis=" + uri))) {
                List<String> words = new ArrayList<>(List.of(word, "--host", "a b"));
                words.addAll(1, flags);
                assertThat(said(words.toArray(String[]::new)))
                        .contains("environment=" + uri, "flag=--host", "flag=a b")
                        .noneMatch(line -> line.startsWith("flag=") && line.contains("cret"));
            }
        }
    }

    @Test
    void aBrokerStartsWithTheArchiveOfItsClassesWhereThereIsOne() throws IOException, InterruptedException {
        assertThat(said("server")).noneMatch(line -> line.contains("SharedArchiveFile"));
        Path archive = root.resolve("grape-server/target/run/grape-server.jsa");
        Files.writeString(archive, "");
        for (String word : List.of("server", "doctor", "user")) {
            assertThat(said(word)).contains("flag=-XX:SharedArchiveFile=" + archive.toRealPath());
        }
    }

    @Test
    void everyProgramRunsInALocaleOfUtf8() throws IOException, InterruptedException {
        for (String word : List.of("server", "doctor", "user", "token", "import-grape13")) {
            for (Map<String, String> locale : List.of(
                    Map.of("LC_ALL", "POSIX"),
                    Map.of("LC_ALL", "C"),
                    Map.of("LANG", "C"),
                    Map.of("LC_CTYPE", "C", "LANG", "C.UTF-8"),
                    Map.of("LC_ALL", "no_SUCH.UTF-8"),
                    Map.<String, String>of())) {
                assertThat(said(locale, word)).as(locale.toString()).contains("charmap=UTF-8");
            }
        }
        assertThat(said(Map.of("LC_MESSAGES", "C", "LANG", "POSIX"), "server")).contains("messages=C");
    }

    @Test
    void aPasswordOfTheOldRedisStandsInNoFlag() throws IOException, InterruptedException {
        assertThat(said("import-grape13", "--redis", "redis://:new cret@h", "--from=redis://:old cret@h", "--dry-run"))
                .contains("environment=redis://:new cret@h", "from=redis://:old cret@h", "flag=--dry-run")
                .noneMatch(line -> line.startsWith("flag=") && line.contains("cret"));
    }

    @Test
    void whatHoldsNoPasswordStaysAsItWasGiven() throws IOException, InterruptedException {
        assertThat(said("server", "--redis", "redis://localhost:1"))
                .contains("flag=--redis", "flag=redis://localhost:1", "environment=none");
        assertThat(said("server")).contains("environment=none").noneMatch(line -> line.equals("flag=--redis"));
        assertThat(said("server", "--redis")).contains("flag=--redis");
    }
}
