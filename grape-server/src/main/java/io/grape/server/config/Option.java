package io.grape.server.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One option. All its names come from one: {@code http-port} is the flag {@code --http-port}, the environment variable
 * {@code GRAPE_HTTP_PORT} and the key {@code http-port} of the file.
 *
 * @param fallback the text that holds where none is given, null = none
 */
public record Option<T>(
        String name, OptionType<T> form, @Nullable String fallback, String description) {
    static final String PREFIX = "GRAPE_";

    String flag() {
        return "--" + name;
    }

    String variable() {
        return PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** False for the option that says where the file is. */
    boolean isInFile() {
        return !name.equals("config");
    }
}
