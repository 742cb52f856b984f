package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code stats} counts as a command, a producer or a worker. */
final class CountsTest {
    @RegisterExtension
    final ServerExtension broker = ServerExtension.ofPayload(1000);

    @RegisterExtension
    final WireClients clients = new WireClients(broker);

    private WireClient one;

    @BeforeEach
    void connect() {
        one = clients.open();
    }

    private void counts(String field, int count) {
        assertThat(one.field("stats", field)).as(field).isEqualTo(Integer.toString(count));
    }

    @Test
    void aPutThatIsRefusedCountsOnceItsLineHasAllNumbers() {
        assertThat(one.call("put 0 0 x 1")).isEqualTo("BAD_FORMAT");
        counts("cmd-put", 0);
        assertThat(one.call("put 0 0 0 1 x")).isEqualTo("BAD_FORMAT");
        assertThat(one.call("put 0 0 0 1001\r\n" + "x".repeat(1001))).isEqualTo("JOB_TOO_BIG");
        counts("cmd-put", 2);
        counts("current-producers", 0);
        assertThat(one.call("put 0 0 0 1\r\nabc")).isEqualTo("EXPECTED_CRLF");
        assertThat(one.read()).isEqualTo("UNKNOWN_COMMAND");
        counts("cmd-put", 3);
        counts("current-producers", 1);
    }

    @Test
    void aConnectionThatEndedCountsAmongAllThatThereWere() {
        long before = Long.parseLong(one.field("stats", "total-connections"));
        for (int i = 0; i < 3; i++) {
            clients.open().close();
        }
        await().until(() -> Long.parseLong(one.field("stats", "total-connections")) >= before + 3);
        await().untilAsserted(() -> counts("current-connections", 1));
    }

    @Test
    void aCommandCountsAfterThoseBeforeIt() {
        one.send("stats\r\nput 0 0 0 1\r\na\r\n");
        assertThat(one.read()).contains("cmd-put: 0\n", "current-producers: 0\n");
        assertThat(one.read()).startsWith("INSERTED ");
        counts("cmd-put", 1);
    }

    @Test
    void whoReservesNothingByItsNumberIsNoWorker() {
        assertThat(one.call("reserve-job 99")).isEqualTo("NOT_FOUND");
        counts("current-workers", 0);
        assertThat(one.call("reserve-job " + one.put("x"))).startsWith("RESERVED ");
        counts("current-workers", 1);
    }

    @Test
    void aPauseOfNoTubeNameCounts() {
        assertThat(one.call("pause-tube -a 1")).isEqualTo("BAD_FORMAT");
        assertThat(one.call("pause-tube a x")).isEqualTo("BAD_FORMAT");
        counts("cmd-pause-tube", 1);
    }
}
