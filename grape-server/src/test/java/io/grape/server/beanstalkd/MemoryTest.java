package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.admission.MemoryBudgets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that send halves, lie, or never read: what the broker holds of them is bounded, and goes with them. */
final class MemoryTest {
    private static final int MIB = 1024 * 1024;
    /** What the name of the tube that the jobs are in takes, which the broker keeps. */
    private static final long NAME_OF_A_TUBE = 96L + "default".length();

    private final MemoryBudgets memory = MemoryBudgets.ofHeap(8L * MIB, MIB);
    private final List<WireClient> clients = new ArrayList<>();

    @RegisterExtension
    final ServerExtension broker = ServerExtension.withMemory(memory);

    private WireClient client(String address) {
        WireClient client = WireClient.from(address, broker.beanstalkdPort(0));
        clients.add(client);
        return client;
    }

    @AfterEach
    void close() {
        clients.forEach(WireClient::close);
    }

    private void awaitAllIsGivenBack() {
        clients.forEach(WireClient::close);
        await().until(() -> memory.bodies().held() == 0 && memory.answers().held() <= NAME_OF_A_TUBE);
    }

    @Test
    void aBodyThatDoesNotComeHoldsWhatHasCome() {
        WireClient other = client("127.0.0.3");
        for (int i = 0; i < 500; i++) {
            client("127.0.0.2").send("list-tube-used\r\nput 0 0 60 " + MIB + "\r\nhalf");
            client("127.0.0.2").send("put 0 0 6");
        }
        long number = other.put("x");
        assertThat(other.reserve()).isEqualTo(number);
        await().until(() -> other.field("stats", "current-connections").equals("1001"));
        assertThat(memory.bodies().held()).isLessThanOrEqualTo(2L * MIB);
        awaitAllIsGivenBack();
    }

    @Test
    void aLineWithoutAnEndIsOneError() {
        WireClient one = client("127.0.0.2");
        for (int i = 0; i < 64; i++) {
            one.send("x".repeat(MIB));
        }
        one.send("\r\n");
        assertThat(one.read()).isEqualTo("BAD_FORMAT");
        assertThat(one.call("list-tube-used")).isEqualTo("USING default");
        awaitAllIsGivenBack();
    }

    @Test
    void whoNeverReadsHoldsABoundedPart() {
        WireClient other = client("127.0.0.3");
        long number = other.put("x".repeat(MIB));
        for (int i = 0; i < 50; i++) {
            client("127.0.0.2").send(("peek " + number + "\r\n").repeat(100));
        }
        long next = other.put(0, 0, 60, "next");
        assertThat(other.reserve()).isEqualTo(next);
        assertThat(memory.answers().held())
                .isLessThanOrEqualTo(Runtime.getRuntime().maxMemory() / 2);
        awaitAllIsGivenBack();
    }
}
