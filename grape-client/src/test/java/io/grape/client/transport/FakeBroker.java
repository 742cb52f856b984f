package io.grape.client.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that speaks just enough HTTP to misbehave on command. */
final class FakeBroker implements AutoCloseable {
    /** What it does with a request that it has read. */
    interface Behaviour {
        void answer(String request, Socket socket) throws IOException, InterruptedException;
    }

    private final ServerSocket server;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private volatile Behaviour behaviour;

    FakeBroker(Behaviour behaviour) {
        this(behaviour, InetAddress.getLoopbackAddress(), 0);
    }

    FakeBroker(Behaviour behaviour, InetAddress address, int port) {
        this.behaviour = behaviour;
        try {
            server = new ServerSocket(port, 500, address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-broker");
        thread.setDaemon(true);
        thread.start();
    }

    static Behaviour ok() {
        return answers(200, "{}");
    }

    static Behaviour answers(int status, String body, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status
                + " X\r\nContent-Type: application/json\r\nContent-Length: " + body.getBytes(UTF_8).length + "\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        byte[] bytes = (head + "\r\n" + body).getBytes(UTF_8);
        return (request, socket) -> socket.getOutputStream().write(bytes);
    }

    static Behaviour refuses(int status, String code, String... headers) {
        return answers(status, "{\"code\":\"" + code + "\",\"detail\":\"told to\",\"requestId\":\"r1\"}", headers);
    }

    /** Ends the connection instead of an answer. */
    static Behaviour hangsUp() {
        return (request, socket) -> socket.close();
    }

    static Behaviour says(String bytes) {
        return (request, socket) -> {
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            socket.close();
        };
    }

    /** Answers well, but only after a while. */
    Behaviour late(long millis) {
        return (request, socket) -> {
            if (!ended.await(millis, TimeUnit.MILLISECONDS)) {
                ok().answer(request, socket);
            }
        };
    }

    /** Reads the request, and then nothing more comes from it. Whether the client leaves is seen. */
    Behaviour hangs() {
        return (request, socket) -> {
            if (socket.getInputStream().read() < 0) {
                left.countDown();
            }
        };
    }

    /** Does the first for one request, the second for all later ones. */
    static Behaviour first(Behaviour one, Behaviour then) {
        List<String> seen = new CopyOnWriteArrayList<>();
        return (request, socket) -> {
            boolean isFirst;
            synchronized (seen) {
                isFirst = seen.isEmpty();
                seen.add(request);
            }
            (isFirst ? one : then).answer(request, socket);
        };
    }

    void does(Behaviour value) {
        behaviour = value;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    int port() {
        return server.getLocalPort();
    }

    /** Head and body of each request, but for those that ask for its health. */
    List<String> calls() {
        return requests.stream().filter(request -> !isHealth(request)).toList();
    }

    static boolean isHealth(String request) {
        return request.startsWith("GET /health/ready");
    }

    /** Counted down once a client has gone before its answer. */
    CountDownLatch left() {
        return left;
    }

    /** How many connections there were at one time, at the most. */
    int mostOpen() {
        return mostOpen.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            String request = read(in);
            while (!request.isEmpty() && !socket.isClosed()) {
                requests.add(request);
                behaviour.answer(request, socket);
                request = socket.isClosed() ? "" : read(in);
            }
        } catch (IOException e) {
            // The client has gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.decrementAndGet();
        }
    }

    private static String read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        int length = 0;
        for (String line : head.toString().split("\r\n", -1)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).trim());
            }
        }
        return head + new String(in.readNBytes(length), UTF_8);
    }

    @Override
    public void close() {
        ended.countDown();
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
