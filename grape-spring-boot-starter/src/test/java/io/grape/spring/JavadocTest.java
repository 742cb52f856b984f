package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.DocumentationTool;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The public API is documented. The test of the same name of grape-examples has no Spring to do that with. */
class JavadocTest {
    /** What needs libraries of Spring Boot 4 is not public, and has none of them in a test. */
    private static boolean isRead(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java") && !name.startsWith("Boot4") && !name.startsWith("Jackson3");
    }

    @Test
    void everythingPublicIsDocumented(@TempDir Path directory) throws IOException {
        DocumentationTool tool = ToolProvider.getSystemDocumentationTool();
        DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = tool.getStandardFileManager(null, Locale.ENGLISH, null);
                Stream<Path> sources = Files.list(Path.of("src/main/java/io/grape/spring"))) {
            List<String> options =
                    List.of("-Xdoclint:all", "-Xmaxwarns", "10000", "-protected", "-d", directory.toString());
            tool.getTask(
                            Writer.nullWriter(),
                            files,
                            told,
                            null,
                            options,
                            files.getJavaFileObjectsFromPaths(
                                    sources.filter(JavadocTest::isRead).toList()))
                    .call();
        }
        assertThat(told.getDiagnostics().stream()
                        .filter(diagnostic -> diagnostic.getSource() != null)
                        .map(diagnostic -> diagnostic.getSource().getName() + ":" + diagnostic.getLineNumber() + " "
                                + diagnostic.getMessage(Locale.ENGLISH))
                        .filter(text -> !text.contains(" no @")))
                .isEmpty();
    }
}
