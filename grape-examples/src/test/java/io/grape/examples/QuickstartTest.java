package io.grape.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** The project of docs/quickstart.md, as it stands there. */
@Tag("slow")
@GrapeTest
class QuickstartTest {
    private static final Path PAGE = Path.of("../docs/quickstart.md");

    private final XPath xpath = XPathFactory.newInstance().newXPath();

    @TempDir
    Path directory;

    @Test
    void theProgramPrintsWhatThePageShows(TestBroker broker, Grape grape) throws IOException {
        Path source = Files.writeString(directory.resolve("Shop.java"), block("java"));
        String classPath = System.getProperty("java.class.path");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "17", "-cp", classPath, source.toString());
        assertThat(status).isZero();
        Process shop = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        directory + System.getProperty("path.separator") + classPath,
                        "Shop",
                        broker.uri().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader printed = new BufferedReader(new InputStreamReader(shop.getInputStream(), UTF_8))) {
            // The class path of the tests has a logger that prints, too.
            assertThat(printed.lines().filter(block("").strip()::equals).findFirst())
                    .isPresent();
        } finally {
            shop.destroy();
            shop.onExit().join();
        }
        assertThat(grape.list(Tube.of("order-timeouts", Object.class), JobState.FAILED, 1, null)
                        .jobs())
                .isEmpty();
    }

    @Test
    void thePomNeedsTheClientOfThisRelease()
            throws IOException, ParserConfigurationException, SAXException, XPathExpressionException {
        Document shown = parse(block("xml"));
        Document ours = parse(Files.readString(Path.of("pom.xml")));
        String client = "/project/dependencies/dependency[artifactId='grape-client']";
        assertThat(xpath.evaluate(client + "/groupId", shown)).isEqualTo(xpath.evaluate(client + "/groupId", ours));
        assertThat(xpath.evaluate(client + "/version", shown))
                .isEqualTo(xpath.evaluate("/project/parent/version", ours))
                .isNotEmpty();
        assertThat(xpath.evaluate("//mainClass", shown)).isEqualTo("Shop");
        assertThat(xpath.evaluate("//maven.compiler.release", shown)).isEqualTo("17");
    }

    private static Document parse(String xml) throws IOException, ParserConfigurationException, SAXException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(UTF_8)));
    }

    /** The last block of a language on the page. */
    private static String block(String language) throws IOException {
        return Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$")
                .matcher(Files.readString(PAGE))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map((MatchResult block) -> block.group(2))
                .reduce((first, second) -> second)
                .orElseThrow();
    }
}
