package io.grape.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A line of the log is one line, whatever is in its message. */
final class LogLineTest {
    private static final Pattern PATTERN = Pattern.compile("<pattern>(.*)</pattern>");

    private static String line(String message) throws IOException {
        return line(message, null);
    }

    private static String line(String message, @Nullable Throwable failure) throws IOException {
        LoggerContext context = new LoggerContext();
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.setPattern(pattern());
        layout.start();
        return layout.doLayout(new LoggingEvent(
                "", context.getLogger(LogLineTest.class), Level.INFO, message, failure, new Object[] {}));
    }

    private static String pattern() throws IOException {
        try (InputStream file = Objects.requireNonNull(LogLineTest.class.getResourceAsStream("/logback-grape.xml"))) {
            Matcher found = PATTERN.matcher(new String(file.readAllBytes(), UTF_8));
            assertThat(found.find()).isTrue();
            return found.group(1);
        }
    }

    @Test
    void whatWouldBreakItOrShowItInAnotherOrderIsAQuestionMark() throws IOException {
        assertThat(line("id=a\nb\r\u0085c\u2028d\u2029e\u202ef\u2066g\u001b[31m"))
                .endsWith("id=a?b??c?d?e?f?g?[31m" + System.lineSeparator());
    }

    @Test
    void whatAnExceptionSaysBeginsNoLineOfTheLog() throws IOException {
        String forged = "a\n2026-01-01T00:00:00.000Z INFO  io.grape forged\r\u001b[31mred\u2028\u202e";
        IllegalStateException failure =
                new IllegalStateException(forged, new IllegalArgumentException("b\n2026-01-01 forged"));
        failure.addSuppressed(new IOException("c\n2026-01-01 forged"));
        List<String> lines = line("failed", failure).lines().toList();
        assertThat(lines.get(0)).endsWith(" failed");
        assertThat(lines.get(1)).isEqualTo("java.lang.IllegalStateException: a");
        assertThat(lines.get(2)).isEqualTo("  2026-01-01T00:00:00.000Z INFO  io.grape forged??[31mred??");
        assertThat(lines.subList(3, lines.size()))
                .allMatch(line -> line.startsWith("  "))
                .anyMatch(line -> line.startsWith("  \tat io.grape.server.LogLineTest."))
                .contains(
                        "  Caused by: java.lang.IllegalArgumentException: b", "  \tSuppressed: java.io.IOException: c");
        assertThat(lines).noneMatch(line -> line.contains("\u001b"));
    }

    @Test
    void allElseStaysAsItIs() throws IOException {
        assertThat(line("tube=t id=订单 1/é\uD83C\uDF47 \\{}'%"))
                .endsWith("tube=t id=订单 1/é\uD83C\uDF47 \\{}'%" + System.lineSeparator());
    }
}
