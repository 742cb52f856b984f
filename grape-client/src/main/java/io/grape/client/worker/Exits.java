package io.grape.client.worker;

import java.util.Arrays;

/** Whether the JVM ends, and which thread asked for that. */
final class Exits {
    private static final String SHUTDOWN = "java.lang.Shutdown";

    private Exits() {}

    /** Whether the JVM shuts down: it takes no more shutdown hooks then. */
    static boolean areUnderWay() {
        Thread probe = new Thread(() -> {}, "grape-worker-probe");
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** Whether a thread with this stack is in {@link System#exit}, which does not return before all shutdown hooks have. */
    static boolean isIn(StackTraceElement[] stack) {
        return Arrays.stream(stack).anyMatch(frame -> frame.getClassName().equals(SHUTDOWN));
    }
}
