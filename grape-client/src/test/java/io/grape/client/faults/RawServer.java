package io.grape.client.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that reads the head of a request and leaves the body and the response to the test. */
final class RawServer implements AutoCloseable {
    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Behaviour behaviour;

    /** What the server does with a request. */
    interface Behaviour {
        void handle(Request request) throws IOException, InterruptedException;
    }

    /**
     * A request of which only the head was read.
     *
     * @param connection number of its connection, from 1 on
     */
    record Request(int connection, String head, Socket socket) {
        String line() {
            return head.substring(0, head.indexOf('\r'));
        }

        int length() {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                    .mapToInt(line -> Integer.parseInt(
                            line.substring(line.indexOf(':') + 1).trim()))
                    .findFirst()
                    .orElse(0);
        }

        String body() throws IOException {
            return new String(socket.getInputStream().readNBytes(length()), UTF_8);
        }

        void write(String bytes) throws IOException {
            socket.getOutputStream().write(bytes.getBytes(UTF_8));
        }

        void writeHead(int status, int length, String... headers) throws IOException {
            StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\n"
                    + "Content-Length: " + length + "\r\n");
            for (String header : headers) {
                text.append(header).append("\r\n");
            }
            write(text + "\r\n");
        }

        void respond(int status, String body, String... headers) throws IOException {
            writeHead(status, body.getBytes(UTF_8).length, headers);
            write(body);
        }

        /** Returns when the client has closed its connection. */
        void swallow() throws IOException {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            socket.close();
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    RawServer(Behaviour behaviour) {
        this.behaviour = behaviour;
        try {
            server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    void does(Behaviour value) {
        behaviour = value;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** The requests so far, without health probes. */
    List<Request> requests() {
        return requests;
    }

    /** How many connections were opened so far. */
    int connections() {
        return sockets.size();
    }

    List<Socket> sockets() {
        return sockets;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                int number = sockets.size();
                start(() -> serve(number, socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(int number, Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            for (String head = head(socket); !head.isEmpty(); head = socket.isClosed() ? "" : head(socket)) {
                Request request = new Request(number, head, socket);
                if (!head.startsWith("GET /health/")) {
                    requests.add(request);
                }
                behaviour.handle(request);
            }
        } catch (IOException e) {
            // The client closed its connection, or the test did.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String head(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append(new String(new byte[] {(byte) next}, ISO_8859_1));
        }
        return head.toString();
    }

    @Override
    public void close() {
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
