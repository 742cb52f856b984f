package io.grape.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.address.RedisAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;

/** What a Redis on a loopback port says of itself, empty when none answers. */
record RedisProbe(String answer) {
    private static final int TIMEOUT_MILLIS = 1000;
    private static final String OK = "+OK\r\n";
    private static final String QUESTIONS = "PING\r\nINFO server\r\nCONFIG GET dir\r\nQUIT\r\n";

    static RedisProbe of(String uri) {
        RedisAddress address = RedisAddress.parse(uri);
        String password = address.login().password();
        int port = address.nodes().get(0).port();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
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
    boolean isReady(long pid) {
        return answer.startsWith("+PONG") && isProcess(pid);
    }

    /** True when it is this process and keeps its data in this directory. */
    boolean isProcess(long pid, Path directory) {
        return isProcess(pid) && answer.contains("\r\n" + directory + "\r\n");
    }

    private boolean isProcess(long pid) {
        return answer.contains("\r\nprocess_id:" + pid + "\r\n");
    }
}
