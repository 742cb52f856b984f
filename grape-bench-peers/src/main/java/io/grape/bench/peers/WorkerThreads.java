package io.grape.bench.peers;

import java.util.ArrayList;
import java.util.List;

/** Threads that do the same again and again, for libraries that leave the loop of a worker to the application. */
final class WorkerThreads {
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ending;

    /** One turn of a worker. */
    @FunctionalInterface
    interface Turn {
        /** Waits for a job for a while, and works on it. */
        void run() throws Exception;
    }

    /** Makes the turn of one thread, which may have a connection of its own. */
    @FunctionalInterface
    interface Maker {
        Turn make() throws Exception;
    }

    void start(int workers, Maker maker) throws Exception {
        for (int i = 0; i < workers; i++) {
            Turn turn = maker.make();
            Thread thread = new Thread(() -> loop(turn), "worker-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void loop(Turn turn) {
        while (!ending) {
            try {
                turn.run();
            } catch (InterruptedException e) {
                return;
            } catch (Exception e) {
                if (!ending) {
                    e.printStackTrace();
                }
            }
        }
    }

    void end() {
        ending = true;
        threads.forEach(Thread::interrupt);
    }
}
