package io.grape.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network between a store and its Redis that loses answers and breaks connections when it is told to. */
final class LossyWire implements AutoCloseable {
    private final ServerSocket server;
    private volatile int redisPort;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<Socket> deaf = ConcurrentHashMap.newKeySet();

    private LossyWire(ServerSocket server, int redisPort) {
        this.server = server;
        this.redisPort = redisPort;
    }

    static LossyWire to(int redisPort) throws IOException {
        return to(redisPort, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    static LossyWire to(int redisPort, ServerSocket server) {
        LossyWire wire = new LossyWire(server, redisPort);
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
            Socket redis = new Socket(InetAddress.getLoopbackAddress(), redisPort);
            open.add(redis);
            inBackground(() -> pump(client, redis));
            inBackground(() -> pump(redis, client));
        }
    }

    private void pump(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[64 * 1024];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (!deaf.contains(from)) {
                    out.write(buffer, 0, count);
                }
            }
        } finally {
            open.remove(from);
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
