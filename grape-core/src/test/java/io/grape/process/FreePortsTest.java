package io.grape.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static final int FIRST_OF_CONNECTIONS = 32_768;

    @Test
    void eachIsAnotherAndNoneIsOneThatAConnectionMayTake() {
        assertThat(FreePorts.some(200, Set.of()))
                .hasSize(200)
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(1024, FIRST_OF_CONNECTIONS - 1));
        assertThat(FreePorts.withAnother(10_000)).isBetween(1024, FIRST_OF_CONNECTIONS - 10_001);
    }

    @Test
    void oneThatIsTakenIsNotFree() throws IOException {
        int port = FreePorts.one();
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePorts.isFree(taken.getLocalPort())).isFalse();
            assertThat(FreePorts.some(900, Set.of())).doesNotContain(port);
        }
        assertThat(FreePorts.isFree(port)).isTrue();
        assertThat(FreePorts.some(900, Set.of(port))).doesNotContain(port);
    }
}
