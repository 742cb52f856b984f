package io.grape.client.time;

/** A thread that runs delayed tasks of many. No task on it may block, not even for the address of a name. */
public final class TimerThread extends Thread {
    /** Not started yet. */
    public TimerThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }

    /** Whether the current thread is one. */
    public static boolean isCurrent() {
        return currentThread() instanceof TimerThread;
    }
}
