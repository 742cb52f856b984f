package io.grape.chaos.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.harness.Sleep;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that asks until a response is large, asks some more, and reads on as slowly as its manner says.
 *
 * @param request without a body
 * @param isReset whether it leaves with a reset
 * @param stayMillis how long it stays at most
 * @param large counts clients that were given a large response
 */
record SlowReader(
        InetSocketAddress broker, String request, Manner manner, boolean isReset, long stayMillis, AtomicInteger large)
        implements Runnable {
    private static final int RECEIVE_BUFFER = 4096;
    private static final int MAX_HEAD_BYTES = 4096;
    private static final int LARGE_BYTES = 256 * 1024;
    private static final int MORE = 2;
    private static final int ANSWER_MILLIS = 5000;
    private static final long DRIP_MILLIS = 20;
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)");

    /** What becomes of a response. */
    enum Manner {
        /** It is never read. */
        DEAF,
        /** It is read byte by byte. */
        DRIPPING,
        /** The client says that it has nothing more to ask, and does not read. */
        HALF_CLOSED
    }

    @Override
    public void run() {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(RECEIVE_BUFFER);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.setSoLinger(isReset, 0);
            socket.connect(broker, ANSWER_MILLIS);
            stay(socket, System.nanoTime() + stayMillis * 1_000_000);
        } catch (IOException e) {
            // It was cut off, as whoever does not read may be, or its broker is gone.
            return;
        }
    }

    private void stay(Socket socket, long end) throws IOException {
        int length = ask(socket);
        while (length < LARGE_BYTES && System.nanoTime() - end < 0) {
            socket.getInputStream().readNBytes(length);
            Sleep.millis(DRIP_MILLIS);
            length = ask(socket);
        }
        if (length >= LARGE_BYTES) {
            large.incrementAndGet();
            socket.getOutputStream().write(request.repeat(MORE).getBytes(ISO_8859_1));
            linger(socket, end);
        }
    }

    /** How long the response is, of which no more than the head is read. */
    private int ask(Socket socket) throws IOException {
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        return length(socket.getInputStream());
    }

    private static int length(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0 || head.length() == MAX_HEAD_BYTES) {
                throw new IOException("no answer: " + head);
            }
            head.append((char) next);
        }
        Matcher length = LENGTH.matcher(head);
        return length.find() ? Integer.parseInt(length.group(1)) : 0;
    }

    private void linger(Socket socket, long end) throws IOException {
        if (manner == Manner.HALF_CLOSED) {
            socket.shutdownOutput();
        }
        while (System.nanoTime() - end < 0
                && (manner != Manner.DRIPPING || socket.getInputStream().read() >= 0)) {
            Sleep.millis(DRIP_MILLIS);
        }
    }
}
