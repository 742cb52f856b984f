package io.grape.spring;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is wrong with an application, and what to do. {@link BadConfigurationAnalyzer} reports both. */
final class BadConfigurationException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final String action;

    private BadConfigurationException(String message, String action, @Nullable Throwable cause) {
        super(message, cause);
        this.action = action;
    }

    /** Of one handler, or of several. */
    static BadConfigurationException ofHandler(String handler, String why, @Nullable Throwable cause) {
        return new BadConfigurationException(
                "@GrapeHandler " + handler + ": " + why,
                "Correct the handler. docs/spring.md#handlers says what it may be.",
                cause);
    }

    /** Uses properties. If one has a bad value, it throws a BadConfigurationException that begins with their prefix. */
    static <T> T named(String prefix, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new BadConfigurationException(
                    prefix + ": " + e.getMessage(),
                    "Correct the property below " + prefix + ". docs/spring.md#properties has the defaults.",
                    e);
        }
    }

    String action() {
        return action;
    }
}
