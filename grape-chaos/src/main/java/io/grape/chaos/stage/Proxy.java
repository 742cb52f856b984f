package io.grape.chaos.stage;

import io.grape.harness.Sleep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A wire that can be cut, held up and slowed down: passes on what comes to its port, and what is answered. */
public final class Proxy implements AutoCloseable {
    private static final int BUFFER = 16_384;
    private static final long POLL_MILLIS = 5;
    private static final long TRICKLE_MILLIS = 20;

    private final ServerSocket listener;
    private final int target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile LinkState weather = LinkState.FAIR;
    private volatile long delayMillis;

    /** What becomes of the bytes. */
    public enum LinkState {
        FAIR,
        /** Nothing passes, nobody is told; what was sent comes later. */
        SILENT,
        /** Calls pass, answers do not. */
        NO_ANSWERS,
        /** Answers pass byte by byte. */
        TRICKLE,
        /** Nobody is let in. */
        CLOSED
    }

    private record Link(Socket client, Socket server) {
        /** What passes on ends properly whatever it finds closed, so both are told before either is. */
        void close(boolean isReset) {
            if (isReset) {
                resets(client);
                resets(server);
            }
            close(client);
            close(server);
        }

        private static void resets(Socket socket) {
            try {
                socket.setSoLinger(true, 0);
            } catch (SocketException e) {
                // It is closed already, which was to be.
                return;
            }
        }

        private static void close(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                // The same.
                return;
            }
        }
    }

    private Proxy(int target) throws IOException {
        this.listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        this.target = target;
        daemon(this::letIn);
    }

    /** A wire to a loopback port. */
    static Proxy to(int target) {
        try {
            return new Proxy(target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return listener.getLocalPort();
    }

    public void set(LinkState next) {
        weather = next;
    }

    /** Holds each piece of either direction up for so long. */
    public void delay(long millis) {
        delayMillis = millis;
    }

    /** Ends all that goes through, with a reset or properly. */
    public void cut(boolean isReset) {
        links.forEach(link -> link.close(isReset));
    }

    /** Ends one direction of all that goes through: the other side sees the end of what it reads, and may still answer. */
    public void closeHalf() {
        for (Link link : links) {
            try {
                link.server.shutdownOutput();
            } catch (IOException e) {
                link.close(true);
            }
        }
    }

    private void letIn() {
        while (!listener.isClosed()) {
            letInNext();
        }
    }

    private void letInNext() {
        try {
            connect(listener.accept());
        } catch (IOException e) {
            // The listener closes, or the server behind it is not there: the client sees that it is cut.
            return;
        }
    }

    private void connect(Socket client) throws IOException {
        if (weather == LinkState.CLOSED) {
            client.close();
            return;
        }
        Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException e) {
            client.close();
            throw e;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Link link = new Link(client, server);
        links.add(link);
        daemon(() -> pass(link, client, server, true));
        daemon(() -> pass(link, server, client, false));
    }

    private void pass(Link link, Socket from, Socket to, boolean isCall) {
        byte[] buffer = new byte[BUFFER];
        try {
            int count = from.getInputStream().read(buffer);
            while (count >= 0) {
                awaitPassage(isCall);
                write(buffer, count, to, isCall);
                count = from.getInputStream().read(buffer);
            }
            to.shutdownOutput();
            if (!isCall) {
                end(link);
            }
        } catch (IOException e) {
            end(link);
        }
    }

    private void end(Link link) {
        link.close(false);
        links.remove(link);
    }

    private void awaitPassage(boolean isCall) {
        if (delayMillis > 0) {
            Sleep.millis(delayMillis);
        }
        while (weather == LinkState.SILENT || (weather == LinkState.NO_ANSWERS && !isCall)) {
            Sleep.millis(POLL_MILLIS);
        }
    }

    private void write(byte[] buffer, int count, Socket to, boolean isCall) throws IOException {
        int written = 0;
        while (weather == LinkState.TRICKLE && !isCall && written < count) {
            to.getOutputStream().write(buffer[written++]);
            Sleep.millis(TRICKLE_MILLIS);
        }
        to.getOutputStream().write(buffer, written, count - written);
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        weather = LinkState.FAIR;
        cut(true);
    }
}
