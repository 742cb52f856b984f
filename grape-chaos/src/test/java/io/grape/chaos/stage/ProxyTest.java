package io.grape.chaos.stage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.chaos.stage.Proxy.LinkState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A wire is as bad as it is said to be, and no worse. */
class ProxyTest {
    private static final int PATIENCE_MILLIS = 60_000;

    private ServerSocket listener;
    private Proxy proxy;
    private Socket client;
    private Socket server;

    @BeforeEach
    void connect() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        proxy = Proxy.to(listener.getLocalPort());
        client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        server = listener.accept();
        client.setSoTimeout(PATIENCE_MILLIS);
        server.setSoTimeout(PATIENCE_MILLIS);
        // The wire is whole once something has come through.
        say(client, "!");
        assertThat(hear(server, 1)).isEqualTo("!");
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
        proxy.close();
        listener.close();
    }

    private static void say(Socket from, String words) throws IOException {
        from.getOutputStream().write(words.getBytes(US_ASCII));
    }

    private static String hear(Socket at, int count) throws IOException {
        return new String(at.getInputStream().readNBytes(count), US_ASCII);
    }

    private void silent(Socket at) throws IOException {
        at.setSoTimeout(100);
        assertThatThrownBy(() -> hear(at, 1)).isInstanceOf(SocketTimeoutException.class);
        at.setSoTimeout(PATIENCE_MILLIS);
    }

    @Test
    void inFairWeatherBothWaysAreOpen() throws IOException {
        say(client, "ping");
        assertThat(hear(server, 4)).isEqualTo("ping");
        say(server, "pong");
        assertThat(hear(client, 4)).isEqualTo("pong");
    }

    @Test
    void whatIsSentIntoTheSilenceComesWhenItIsOver() throws IOException {
        proxy.set(LinkState.SILENT);
        say(client, "ping");
        silent(server);
        proxy.set(LinkState.FAIR);
        assertThat(hear(server, 4)).isEqualTo("ping");
    }

    @Test
    void withoutAnswersCallsStillCome() throws IOException {
        proxy.set(LinkState.NO_ANSWERS);
        say(client, "ping");
        assertThat(hear(server, 4)).isEqualTo("ping");
        say(server, "pong");
        silent(client);
    }

    @Test
    void aTrickleLosesNoByte() throws IOException {
        proxy.set(LinkState.TRICKLE);
        say(server, "pong");
        assertThat(hear(client, 4)).isEqualTo("pong");
    }

    @Test
    void aResetIsSeenOnBothSides() throws IOException {
        proxy.cut(true);
        assertThatThrownBy(() -> hear(client, 1)).isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> hear(server, 1)).isInstanceOf(SocketException.class);
    }

    @Test
    void whoseHalfIsClosedIsStillAnswered() throws IOException {
        proxy.closeHalf();
        assertThat(hear(server, 1)).isEmpty();
        say(server, "pong");
        assertThat(hear(client, 4)).isEqualTo("pong");
    }

    @Test
    void aClosedWireLetsNobodyInAndOpensAgain() throws IOException {
        proxy.set(LinkState.CLOSED);
        try (Socket refused = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            assertThat(hear(refused, 1)).isEmpty();
        }
        proxy.set(LinkState.FAIR);
        try (Socket next = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                Socket reached = listener.accept()) {
            say(next, "ping");
            assertThat(hear(reached, 4)).isEqualTo("ping");
        }
    }
}
