package io.grape.client.worker;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** What workers write into the log during a test, with stack traces. */
final class LogLines implements BeforeEachCallback, AfterEachCallback {
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.grape.client.worker");
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    @Override
    public void beforeEach(ExtensionContext context) {
        appender.start();
        logger.addAppender(appender);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.detachAppender(appender);
    }

    List<String> warnings() {
        return lines(Level.WARN);
    }

    List<String> errors() {
        return lines(Level.ERROR);
    }

    private List<String> lines(Level level) {
        return events.stream()
                .filter(event -> event.getLevel() == level)
                .map(event ->
                        event.getFormattedMessage() + " " + ThrowableProxyUtil.asString(event.getThrowableProxy()))
                .toList();
    }
}
