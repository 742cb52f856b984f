package io.grape.client.worker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** A TCP proxy before a broker that can cut presence calls, and only these. */
final class PresenceCutter implements AutoCloseable {
    private static final String PRESENCE = "GET /v1/workers/";
    private static final String REFUSAL =
            "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    private static final int BUFFER = 65_536;

    private final URI broker;
    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> all = ConcurrentHashMap.newKeySet();
    private final Set<Socket> presences = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean refuses = new AtomicBoolean();
    private volatile boolean cuts;
    private volatile boolean holds;

    PresenceCutter(String broker) {
        this.broker = URI.create(broker);
        try {
            server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** From now on, responses to presence calls do not get through, as behind a proxy that collects whole responses. */
    void holdBack() {
        holds = true;
    }

    boolean hasRefused() {
        return !refuses.get();
    }

    /** From now on no presence call gets through. Ends those that are open. */
    void cut() {
        cuts = true;
        presences.forEach(PresenceCutter::end);
    }

    /** Presence calls get through again. */
    void restore() {
        cuts = false;
    }

    /** Ends the open presence calls, and responds to the next one as a proxy that finds no broker. */
    void refuseOnce() {
        refuses.set(true);
        presences.forEach(PresenceCutter::end);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket target = new Socket(broker.getHost(), broker.getPort());
                all.add(client);
                all.add(target);
                threads.execute(() -> pass(client, target, true));
                threads.execute(() -> pass(target, client, false));
            }
        } catch (IOException e) {
            all.forEach(PresenceCutter::end);
        }
    }

    private void pass(Socket from, Socket to, boolean isClient) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (isClient && new String(buffer, 0, read, ISO_8859_1).startsWith(PRESENCE)) {
                    presences.add(from);
                    presences.add(to);
                    if (cuts) {
                        break;
                    }
                    if (refuses.compareAndSet(true, false)) {
                        from.getOutputStream().write(REFUSAL.getBytes(ISO_8859_1));
                        break;
                    }
                }
                if (isClient || !holds || !presences.contains(from)) {
                    to.getOutputStream().write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // The other side goes with it.
        } finally {
            end(from);
            end(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        all.forEach(PresenceCutter::end);
        threads.shutdownNow();
    }
}
