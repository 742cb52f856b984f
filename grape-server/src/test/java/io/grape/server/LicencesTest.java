package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Under what Grape, and what it is shipped with, may be used. */
class LicencesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
    private static final Pattern NAMED = Pattern.compile("\\b([a-z][a-zA-Z0-9.]+:[a-zA-Z0-9-]+\\*?)(?=[\\s,])");

    /** Of the text at https://www.apache.org/licenses/LICENSE-2.0.txt. */
    private static final String APACHE_2 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30";

    static List<Path> poms() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return Stream.concat(Stream.of(ROOT), modules)
                    .map(folder -> folder.resolve("pom.xml"))
                    .filter(Files::exists)
                    .toList();
        }
    }

    @Test
    void theLicenceIsApache2WordForWord() throws Exception {
        byte[] text = Files.readAllBytes(ROOT.resolve("LICENSE"));
        assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text)))
                .isEqualTo(APACHE_2);
    }

    @ParameterizedTest
    @MethodSource("poms")
    void eachPomSaysSo(Path pom) throws IOException {
        assertThat(Files.readString(pom)).contains("<licenses>", "<name>Apache-2.0</name>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grape-core",
                "grape-console",
                "grape-server",
                "grape-client",
                "grape-opentelemetry",
                "grape-cli",
                "grape-spring-boot-starter"
            })
    void whatIsShippedIsInTheNotice(String module) throws IOException {
        List<String> named = NAMED.matcher(Files.readString(ROOT.resolve("NOTICE")))
                .results()
                .map(name -> name.group(1))
                .toList();
        assertThat(shipped(Files.readString(ROOT.resolve(module).resolve("pom.xml"))))
                .isNotEmpty()
                .allSatisfy(artifact -> assertThat(named).anyMatch(name -> isNamed(artifact, name)));
    }

    private static boolean isNamed(String artifact, String name) {
        return name.endsWith("*") ? artifact.startsWith(name.substring(0, name.length() - 1)) : artifact.equals(name);
    }

    private static List<String> shipped(String pom) {
        return DEPENDENCY
                .matcher(pom)
                .results()
                .map(MatchResult::group)
                .filter(dependency -> !dependency.contains("<scope>test") && !dependency.contains("<optional>true"))
                .filter(dependency -> !dependency.contains("<type>test-jar"))
                .map(dependency -> field(dependency, "groupId") + ":" + field(dependency, "artifactId"))
                .filter(artifact -> !artifact.startsWith("io.grape:"))
                .toList();
    }

    private static String field(String dependency, String name) {
        int begin = dependency.indexOf("<" + name + ">") + name.length() + 2;
        return dependency.substring(begin, dependency.indexOf("<", begin));
    }
}
