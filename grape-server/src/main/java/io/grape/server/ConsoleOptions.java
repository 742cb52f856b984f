package io.grape.server;

/**
 * Where the console is.
 *
 * @param port 0 = a free one, -1 = there is none
 * @param orElseFree whether a free port does where that one is taken
 * @param basePath what the path of its URLs begins with
 */
public record ConsoleOptions(int port, boolean orElseFree, String basePath) {
    /** No console. */
    public static final ConsoleOptions OFF = new ConsoleOptions(-1, false, "/");
}
