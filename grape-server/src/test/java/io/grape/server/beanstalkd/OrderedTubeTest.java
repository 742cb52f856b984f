package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs of a tube that keeps the order of its keys: they stay in their priority. */
final class OrderedTubeTest {
    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @RegisterExtension
    final WireClients clients = new WireClients(broker);

    private WireClient one;
    private long number;

    @BeforeEach
    void reserve() {
        broker.call("PUT", "/v1/tubes/default", "{\"keys\":{\"ordered\":true}}", "application/json");
        broker.call("PUT", "/v1/tubes/default/jobs/e-1?key=acme&priority=7", "x", "text/plain");
        one = clients.open();
        number = one.reserve();
    }

    @Test
    void aReleaseWithThePriorityOfTheJobReleasesIt() {
        assertThat(one.call("release " + number + " 7 0")).isEqualTo("RELEASED");
        assertThat(one.reserve()).isEqualTo(number);
    }

    @Test
    void aBuryWithThePriorityOfTheJobBuriesIt() {
        assertThat(one.call("bury " + number + " 7")).isEqualTo("BURIED");
    }

    @Test
    void afterOneWithAnotherPriorityTheJobIsStillReserved() {
        assertThat(one.call("release " + number + " 8 0")).isEqualTo("BAD_FORMAT");
        assertThat(one.call("bury " + number + " 8")).isEqualTo("BAD_FORMAT");
        assertThat(one.call("touch " + number)).isEqualTo("TOUCHED");
        assertThat(one.call("release " + number + " 7 0")).isEqualTo("RELEASED");
    }
}
