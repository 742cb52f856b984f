package io.grape.client.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Stands between clients and a broker; what becomes of each call and of its answer is somebody else's decision. */
final class FaultyWire implements AutoCloseable {
    /** What becomes of a call, or of an answer. */
    enum Fate {
        PASSES,
        /** Its connection is reset on both sides. */
        RESET,
        /** It is not passed on, and its connection stays. */
        SILENCE
    }

    /** Decides. Called by many threads. */
    interface Fates {
        /** Of a call, which the broker has not seen. */
        Fate call(String call);

        /** Of an answer: the broker has done what it was asked. */
        default Fate answer(String call) {
            return Fate.PASSES;
        }
    }

    private final ServerSocket server;
    private final int broker;
    private final Fates fates;
    private final long lateMillis;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** @param lateMillis how long each answer is held up */
    FaultyWire(URI broker, long lateMillis, Fates fates) {
        this.broker = broker.getPort();
        this.lateMillis = lateMillis;
        this.fates = fates;
        try {
            server = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                open.add(client);
                threads.execute(new Link(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    /** One connection of a client, and ours to the broker for it. */
    private final class Link implements Runnable {
        private final Socket client;
        private final Socket server = new Socket();
        private volatile String call = "";

        Link(Socket client) {
            this.client = client;
        }

        @Override
        public void run() {
            try {
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), broker));
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                threads.execute(() -> carry(server, client, this::ofAnswer));
                carry(client, server, this::ofCall);
            } catch (IOException e) {
                reset();
            }
        }

        private void carry(Socket from, Socket to, Decision decision) {
            byte[] buffer = new byte[1 << 16];
            try {
                for (int read = from.getInputStream().read(buffer);
                        read >= 0;
                        read = from.getInputStream().read(buffer)) {
                    Fate fate = decision.on(new String(buffer, 0, read, ISO_8859_1));
                    if (fate == Fate.RESET) {
                        break;
                    }
                    if (fate == Fate.PASSES) {
                        to.getOutputStream().write(buffer, 0, read);
                    }
                }
                reset();
            } catch (IOException | InterruptedException e) {
                reset();
            }
        }

        private Fate ofCall(String piece) {
            if (!piece.matches("(?s)(GET|PUT|POST|DELETE) /.*")) {
                return Fate.PASSES;
            }
            call = piece.substring(0, piece.indexOf('\r'));
            return fates.call(call);
        }

        private Fate ofAnswer(String piece) throws InterruptedException {
            if (closed.await(lateMillis, TimeUnit.MILLISECONDS)) {
                return Fate.RESET;
            }
            return piece.startsWith("HTTP/1.1 ") ? fates.answer(call) : Fate.PASSES;
        }

        private void reset() {
            FaultyWire.reset(client);
            FaultyWire.reset(server);
            open.remove(client);
        }
    }

    private interface Decision {
        Fate on(String piece) throws InterruptedException;
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It was closed already, which was to be.
            return;
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.forEach(FaultyWire::reset);
        threads.shutdown();
    }
}
