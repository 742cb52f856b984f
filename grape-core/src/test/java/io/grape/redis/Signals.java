package io.grape.redis;

import java.io.IOException;

/** Stops a process in its tracks, and lets it go on. */
public final class Signals {
    private Signals() {}

    public static void stop(ProcessHandle process) {
        send("-STOP", process);
    }

    static void resume(ProcessHandle process) {
        send("-CONT", process);
    }

    private static void send(String signal, ProcessHandle process) {
        try {
            int status = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill " + signal + " ended with " + status);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
