package io.grape.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;

/** What a Redis on a loopback port says of itself, empty when none answers. */
public record RedisProbe(String answer) {
    private static final int TIMEOUT_MILLIS = 1000;
    private static final String OK = "+OK\r\n";
    private static final String QUESTIONS = "PING\r\nINFO server\r\nCONFIG GET dir\r\nQUIT\r\n";

    /** Asks the one at {@code redis://[:password@]127.0.0.1:port}. */
    public static RedisProbe of(String uri) {
        URI address = URI.create(uri);
        String password = address.getUserInfo() == null
                ? ""
                : address.getUserInfo().substring(address.getUserInfo().indexOf(':') + 1);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            String login = password.isEmpty() ? "" : "AUTH " + password + "\r\n";
            socket.getOutputStream().write((login + QUESTIONS).getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            return new RedisProbe(login.isEmpty() || !answer.startsWith(OK) ? answer : answer.substring(OK.length()));
        } catch (IOException e) {
            return new RedisProbe("");
        }
    }

    /** True when it is this process and has loaded its data: before, it answers LOADING. */
    public boolean isReady(long pid) {
        return answer.startsWith("+PONG") && isProcess(pid);
    }

    /** True when it is this process and keeps its data in this directory. */
    public boolean isProcess(long pid, Path directory) {
        return isProcess(pid) && answer.contains("\r\n" + directory + "\r\n");
    }

    private boolean isProcess(long pid) {
        return answer.contains("\r\nprocess_id:" + pid + "\r\n");
    }
}
