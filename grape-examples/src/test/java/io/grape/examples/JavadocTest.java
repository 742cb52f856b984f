package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.DocumentationTool;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What others compile against is documented: nothing is without a comment, and each comment is sound. Tags are not asked for, as
 * the first sentence says what a method gives and takes.
 */
class JavadocTest {
    private static final List<Path> PACKAGES = List.of(
            Path.of("../grape-client/src/main/java/io/grape/client"),
            Path.of("../grape-client/src/main/java/io/grape/client/buffer"),
            Path.of("../grape-client/src/main/java/io/grape/client/worker"),
            Path.of("../grape-client/src/main/java/io/grape/client/metrics"),
            Path.of("../grape-opentelemetry/src/main/java/io/grape/opentelemetry"),
            Path.of("../grape-junit/src/main/java/io/grape/junit"),
            Path.of("../grape-outbox/src/main/java/io/grape/outbox"));

    @Test
    void everythingPublicIsDocumented(@TempDir Path directory) throws IOException {
        DocumentationTool tool = ToolProvider.getSystemDocumentationTool();
        DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = tool.getStandardFileManager(null, Locale.ENGLISH, null)) {
            List<String> options =
                    List.of("-Xdoclint:all", "-Xmaxwarns", "10000", "-protected", "-d", directory.toString());
            tool.getTask(Writer.nullWriter(), files, told, null, options, files.getJavaFileObjectsFromPaths(sources()))
                    .call();
        }
        assertThat(told.getDiagnostics()).isNotEmpty();
        assertThat(told.getDiagnostics().stream().filter(JavadocTest::isFault).map(JavadocTest::named))
                .isEmpty();
    }

    private static List<Path> sources() throws IOException {
        Stream<Path> sources = Stream.of();
        for (Path folder : PACKAGES) {
            try (Stream<Path> files = Files.list(folder)) {
                sources = Stream.concat(sources, files.filter(JavadocTest::isRead).toList().stream());
            }
        }
        return sources.toList();
    }

    /** What knows Spring is not public, and Spring is not there. */
    private static boolean isRead(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java") && !name.startsWith("Spring");
    }

    private static boolean isFault(Diagnostic<? extends JavaFileObject> diagnostic) {
        boolean isTag = diagnostic.getMessage(Locale.ENGLISH).startsWith("no @");
        return diagnostic.getSource() != null && !isTag && !line(diagnostic).startsWith("private ");
    }

    /** Private is what of an exception is serialized. */
    private static String line(Diagnostic<? extends JavaFileObject> diagnostic) {
        try {
            return diagnostic
                    .getSource()
                    .getCharContent(true)
                    .toString()
                    .lines()
                    .skip(diagnostic.getLineNumber() - 1)
                    .findFirst()
                    .orElseThrow()
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String named(Diagnostic<? extends JavaFileObject> diagnostic) {
        String file =
                diagnostic.getSource() == null ? "" : diagnostic.getSource().getName();
        return file + ":" + diagnostic.getLineNumber() + " " + diagnostic.getMessage(Locale.ENGLISH);
    }
}
