package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections that end while commands run, and what becomes of their jobs and places. */
final class ClosedConnectionsTest {
    private static final int TIMES = 50;

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @RegisterExtension
    final WireClients clients = new WireClients(broker);

    private WireClient other;

    @BeforeEach
    void connect() {
        other = clients.open();
    }

    private void assertThatAJobIsReadyAtOnce(long number) {
        assertThat(other.call("reserve-with-timeout 20")).startsWith("RESERVED " + number + " ");
        assertThat(other.call("release " + number + " 0 0")).isEqualTo("RELEASED");
    }

    private void awaitNobodyElse() {
        await().until(() -> other.field("stats", "current-connections").equals("1"));
        assertThat(other.field("stats", "current-waiting")).isEqualTo("0");
        assertThat(other.field("stats-tube default", "current-using")).isEqualTo("1");
        assertThat(other.field("stats-tube default", "current-watching")).isEqualTo("1");
        assertThat(other.field("stats-tube default", "current-waiting")).isEqualTo("0");
    }

    @Test
    void whatItHoldsGoesBackAlthoughMoreOfItsCommandsWait() {
        long number = other.put(0, 0, 3600, "x");
        WireClient gone = clients.open();
        assertThat(gone.reserve()).isEqualTo(number);
        gone.send("reserve\r\n" + "list-tube-used\r\n".repeat(1000));
        gone.close();
        assertThatAJobIsReadyAtOnce(number);
        awaitNobodyElse();
    }

    @Test
    void whatItHoldsGoesBackAfterAReset() {
        long number = other.put(0, 0, 3600, "x");
        for (int i = 0; i < TIMES; i++) {
            WireClient gone = clients.open();
            gone.send("reserve\r\nreserve\r\n");
            if (i % 2 == 0) {
                gone.read();
            }
            gone.reset();
            assertThatAJobIsReadyAtOnce(number);
        }
        awaitNobodyElse();
    }

    @Test
    void aJobThatIsTakenAsItsClientLeavesGoesBack() {
        for (int i = 0; i < TIMES; i++) {
            WireClient gone = clients.open();
            gone.send("reserve\r\n");
            long number = other.put(0, 0, 3600, "x");
            gone.close();
            assertThat(other.call("reserve-with-timeout 20")).startsWith("RESERVED " + number + " ");
            assertThat(other.call("delete " + number)).isEqualTo("DELETED");
        }
        awaitNobodyElse();
    }

    @Test
    void aHalfClosedConnectionGetsAJobThatIsThere() {
        for (int i = 0; i < TIMES; i++) {
            long number = other.put("x");
            WireClient ended = clients.open();
            ended.send("list-tube-used\r\nreserve\r\nlist-tube-used\r\n");
            ended.halfClose();
            assertThat(List.of(ended.read(), ended.read(), ended.read()))
                    .containsExactly("USING default", "RESERVED " + number + " 1 x", "USING default");
            assertThat(ended.isClosed()).isTrue();
            assertThatAJobIsReadyAtOnce(number);
            assertThat(other.call("delete " + number)).isEqualTo("DELETED");
        }
    }

    @Test
    void aHalfClosedConnectionGetsAllResponsesHoweverManyThereAre() {
        String body = "x".repeat(100_000);
        long number = other.put(body);
        int count = 200;
        WireClient ended = clients.open();
        ended.send(("peek " + number + "\r\n").repeat(count) + "put 0 0 60 1\r\ny\r\n");
        ended.halfClose();
        for (int i = 0; i < count; i++) {
            assertThat(ended.read()).isEqualTo("FOUND " + number + " " + body.length() + " " + body);
        }
        assertThat(ended.read()).startsWith("INSERTED ");
        assertThat(ended.isClosed()).isTrue();
        awaitNobodyElse();
    }
}
