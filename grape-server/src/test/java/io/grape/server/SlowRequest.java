package io.grape.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;

/** A PUT whose last byte is yet to come: it is in flight until it is ended. */
public final class SlowRequest implements AutoCloseable {
    private final Socket socket;
    private final String last;

    private SlowRequest(Socket socket, String last) {
        this.socket = socket;
        this.last = last;
    }

    public static SlowRequest begin(int port, String path, String body) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        String head =
                "PUT " + path + " HTTP/1.1\r\nHost: grape\r\nConnection: close\r\nContent-Length: " + body.length();
        String begun = head + "\r\n\r\n" + body.substring(0, body.length() - 1);
        socket.getOutputStream().write(begun.getBytes(US_ASCII));
        return new SlowRequest(socket, body.substring(body.length() - 1));
    }

    /** Sends the rest, and returns the first line of the answer. */
    public String end() throws IOException {
        socket.getOutputStream().write(last.getBytes(US_ASCII));
        String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
        return String.valueOf(line);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
