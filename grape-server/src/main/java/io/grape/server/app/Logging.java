package io.grape.server.app;

/**
 * Where a process of ours writes its log, unless it was told otherwise. Not by a file that Logback finds by itself: the library
 * is also on the class path of programs that have one.
 */
public final class Logging {
    private static final String FILE = "logback.configurationFile";

    private Logging() {}

    /** To be called before anything is logged. */
    public static void configure() {
        if (System.getProperty(FILE) == null) {
            System.setProperty(FILE, "logback-grape.xml");
        }
    }
}
