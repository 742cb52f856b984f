package io.grape.redis;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network between a store and its Redis that loses answers and breaks connections when it is told to. */
final class LossyWire implements AutoCloseable {
    /** Carries what Redis answers on one connection, until that ends. */
    @FunctionalInterface
    interface Answers {
        void carry(InputStream from, OutputStream to) throws IOException;
    }

    private final ServerSocket server;
    private final Answers answers;
    private volatile int redisPort;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<Socket> deaf = ConcurrentHashMap.newKeySet();

    private LossyWire(ServerSocket server, int redisPort, Answers answers) {
        this.server = server;
        this.redisPort = redisPort;
        this.answers = answers;
    }

    static LossyWire to(int redisPort) throws IOException {
        return to(redisPort, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    static LossyWire to(int redisPort, ServerSocket server) {
        return started(new LossyWire(server, redisPort, InputStream::transferTo));
    }

    /** One that does to the answers whatever it likes. */
    static LossyWire to(int redisPort, Answers answers) throws IOException {
        return started(new LossyWire(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), redisPort, answers));
    }

    private static LossyWire started(LossyWire wire) {
        wire.inBackground(wire::accept);
        return wire;
    }

    String uri() {
        return "redis://127.0.0.1:" + server.getLocalPort();
    }

    /** New connections lead to another Redis from now on. */
    void leadTo(int port) {
        redisPort = port;
    }

    /** On the connections that are open now, requests arrive from now on, answers do not. */
    void loseAnswers() {
        deaf.addAll(open);
    }

    /** Breaks every connection. */
    void breakConnections() {
        open.forEach(LossyWire::reset);
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It may have ended by itself meanwhile.
            if (!socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = server.accept();
            try {
                carry(client, new Socket(InetAddress.getLoopbackAddress(), redisPort));
            } catch (ConnectException nobodyListens) {
                client.close();
            }
        }
    }

    private void carry(Socket client, Socket redis) {
        open.add(redis);
        inBackground(() -> ask(client, redis));
        inBackground(() -> answer(client, redis));
    }

    /** A client that asks no more may still listen. */
    private static void ask(Socket client, Socket redis) throws IOException {
        try {
            client.getInputStream().transferTo(redis.getOutputStream());
            redis.shutdownOutput();
        } catch (IOException broken) {
            client.close();
            redis.close();
            throw broken;
        }
    }

    private void answer(Socket client, Socket redis) throws IOException {
        try (client;
                redis) {
            answers.carry(redis.getInputStream(), new Heard(redis, client.getOutputStream()));
        } finally {
            open.remove(redis);
        }
    }

    /** What arrives, as long as the other side is not deaf. */
    private final class Heard extends FilterOutputStream {
        private final Socket from;

        private Heard(Socket from, OutputStream to) {
            super(to);
            this.from = from;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (!deaf.contains(from)) {
                out.write(bytes, offset, length);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private void inBackground(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        open.forEach(LossyWire::reset);
    }
}
