package io.grape.server.beanstalkd;

import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Clients that put and work, each on a connection of its own: to another broker when that one is gone. */
final class Fleet implements AutoCloseable {
    private static final int TTR_SECONDS = 3;
    private static final int PERCENT = 100;
    private static final long PAUSE_MILLIS = 20;

    private final FleetLog log;
    private final Function<Random, InetSocketAddress> brokers;
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean isOver;

    /**
     * Starts it.
     *
     * @param brokers where one is; fails where it is not known
     * @param producers how many of the connections put
     */
    Fleet(FleetLog log, Function<Random, InetSocketAddress> brokers, int connections, int producers, long seed) {
        this.log = log;
        this.brokers = brokers;
        for (int i = 0; i < connections; i++) {
            Client client = new Client((i < producers ? "producer-" : "worker-") + i, i < producers, seed + i);
            Thread thread = new Thread(client::run, client.name);
            thread.setDaemon(true);
            thread.start();
            clients.add(thread);
        }
    }

    /** No more of its commands are under way. */
    @Override
    public void close() {
        isOver = true;
        for (Thread client : clients) {
            try {
                client.join(TimeUnit.SECONDS.toMillis(60));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (client.isAlive()) {
                throw new AssertionError(client.getName() + " has no response");
            }
        }
    }

    private final class Client {
        private final String name;
        private final boolean puts;
        private final Random random;
        private int bodies;
        private @Nullable WireClient connection;

        Client(String name, boolean puts, long seed) {
            this.name = name;
            this.puts = puts;
            this.random = new Random(seed);
        }

        void run() {
            while (!isOver) {
                try {
                    WireClient there = connected();
                    if (puts) {
                        put(there);
                    } else {
                        work(there);
                    }
                } catch (UncheckedIOException | IllegalStateException gone) {
                    if (gone.getCause() instanceof SocketTimeoutException) {
                        log.noResponse(name);
                    }
                    leave();
                    pause();
                }
            }
            leave();
        }

        private WireClient connected() {
            WireClient there = connection;
            if (there == null) {
                there = WireClient.to(brokers.apply(random).getPort());
                connection = there;
            }
            return there;
        }

        private void leave() {
            WireClient there = connection;
            connection = null;
            if (there != null) {
                there.close();
            }
        }

        private void pause() {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void put(WireClient to) {
            String body = name + "-" + bodies++;
            int delay = random.nextInt(PERCENT) < 5 ? 1 : 0;
            to.send("put " + random.nextInt(3) + " " + delay + " " + TTR_SECONDS + " " + body.length() + "\r\n" + body
                    + "\r\n");
            String response = to.read();
            if (response.startsWith("INSERTED ")) {
                log.inserted(Long.parseLong(response.substring("INSERTED ".length())), body);
            } else {
                leave();
                pause();
            }
        }

        private void work(WireClient at) {
            long sent = System.nanoTime();
            String response = at.call("reserve-with-timeout 1");
            if (!response.startsWith("RESERVED ")) {
                if (!response.equals("TIMED_OUT")) {
                    leave();
                    pause();
                }
                return;
            }
            long received = System.nanoTime();
            String[] words = response.split(" ", 4);
            long number = Long.parseLong(words[1]);
            log.reserved(number, words[3], sent);
            int what = random.nextInt(PERCENT);
            if (what < 5) {
                leave();
            } else if (what < 15) {
                end(at, "release " + number + " 1 " + random.nextInt(2), "RELEASED", number, received);
            } else if (what < 25) {
                end(at, "bury " + number + " 1", "BURIED", number, received);
                at.call("kick-job " + number);
            } else {
                if (what < 40) {
                    end(at, "touch " + number, "TOUCHED", number, received);
                }
                delete(at, number, sent, received);
            }
        }

        /** What only the holder of a reservation can do. */
        private void end(WireClient at, String command, String done, long number, long received) {
            long before = System.nanoTime();
            if (at.call(command).equals(done)) {
                log.held(new FleetLog.Hold(number, name, received, before));
            }
        }

        private void delete(WireClient at, long number, long sent, long received) {
            long before = System.nanoTime();
            String response = "";
            try {
                response = at.call("delete " + number);
            } finally {
                if (!response.equals("NOT_FOUND")) {
                    log.perhapsDeleted(number);
                }
            }
            if (response.equals("DELETED")) {
                log.deleted(number);
                // Later anybody could delete it.
                if (System.nanoTime() - sent < TimeUnit.SECONDS.toNanos(TTR_SECONDS)) {
                    log.held(new FleetLog.Hold(number, name, received, before));
                }
            }
        }
    }
}
