package io.grape.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** What some classes write to the log meanwhile. */
public final class LogLines implements AutoCloseable {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final List<Logger> loggers;

    private LogLines(List<Logger> loggers) {
        this.loggers = loggers;
        lines.start();
        loggers.forEach(logger -> {
            logger.setLevel(Level.INFO);
            logger.setAdditive(false);
            logger.addAppender(lines);
        });
    }

    public static LogLines of(Class<?>... classes) {
        return new LogLines(Stream.of(classes)
                .map(one -> (Logger) LoggerFactory.getLogger(one))
                .toList());
    }

    /** Of the loggers of these names, and those below them. */
    public static LogLines of(String... names) {
        return new LogLines(Stream.of(names)
                .map(one -> (Logger) LoggerFactory.getLogger(one))
                .toList());
    }

    /** Level and text, and whether a stack trace is behind it. */
    public List<String> seen() {
        return List.copyOf(lines.list).stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage()
                        + (line.getThrowableProxy() == null ? "" : " and a stack trace"))
                .toList();
    }

    @Override
    public void close() {
        loggers.forEach(logger -> {
            logger.detachAppender(lines);
            logger.setAdditive(true);
            logger.setLevel(null);
        });
    }
}
