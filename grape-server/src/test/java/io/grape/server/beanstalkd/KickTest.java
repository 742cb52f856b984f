package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which jobs a kick takes. */
final class KickTest {
    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @RegisterExtension
    final WireClients clients = new WireClients(broker);

    private WireClient one;

    @BeforeEach
    void connect() {
        one = clients.open();
    }

    @Test
    void delayedJobsAreKickedWhereNoneIsBuried() {
        List<Long> numbers = List.of(one.put(0, 100, 60, "a"), one.put(0, 50, 60, "b"), one.put(0, 70, 60, "c"));
        assertThat(one.call("peek-delayed")).isEqualTo(WireClient.job("FOUND", numbers.get(1), "b"));
        assertThat(one.call("kick 2")).isEqualTo("KICKED 2");
        assertThat(one.call("peek-delayed")).isEqualTo(WireClient.job("FOUND", numbers.get(0), "a"));
        assertThat(one.call("kick 0")).isEqualTo("KICKED 0");
        assertThat(one.call("kick 4294967295")).isEqualTo("KICKED 1");
        assertThat(one.call("peek-delayed")).isEqualTo("NOT_FOUND");
        assertThat(one.call("peek-buried")).isEqualTo("NOT_FOUND");
    }

    @Test
    void theDelayedJobsThatAreDueFirstAreKickedFirst() {
        long last = one.put(0, 300, 60, "last");
        long first = one.put(20, 100, 60, "first");
        long second = one.put(10, 200, 60, "second");
        assertThat(one.call("kick 2")).isEqualTo("KICKED 2");
        assertThat(one.field("stats-job " + last, "state")).isEqualTo("delayed");
        assertThat(List.of(one.reserve(), one.reserve())).containsExactly(second, first);
    }
}
