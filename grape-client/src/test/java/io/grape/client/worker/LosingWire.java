package io.grape.client.worker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and its broker, and loses the answers to the next calls that acknowledge: the broker has done them. */
final class LosingWire implements AutoCloseable {
    private final ServerSocket socket;
    private final URI broker;
    private final AtomicInteger toLose;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    LosingWire(String broker, int toLose) {
        this.broker = URI.create(broker);
        this.toLose = new AtomicInteger(toLose);
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    String address() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** How many answers it has yet to lose. */
    int left() {
        return toLose.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                Socket server = new Socket(broker.getHost(), broker.getPort());
                AtomicBoolean acknowledges = new AtomicBoolean();
                threads.execute(() -> relay(client, server, request -> {
                    acknowledges.compareAndSet(false, request.contains("/acks") || request.contains("/finish?"));
                    return true;
                }));
                threads.execute(() -> relay(server, client, answer -> !acknowledges.getAndSet(false) || !loses()));
            }
        } catch (IOException e) {
            threads.shutdown();
        }
    }

    private boolean loses() {
        return toLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    private interface Passes {
        boolean test(String bytes);
    }

    private static void relay(Socket from, Socket to, Passes passes) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!passes.test(new String(buffer, 0, read, ISO_8859_1))) {
                    return;
                }
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException e) {
            return;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
