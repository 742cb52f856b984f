package io.grape.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static final int FIRST_OF_CONNECTIONS = 32_768;

    @Test
    void eachIsAnotherAndNoneIsOneThatAConnectionMayTake() {
        assertThat(FreePorts.some(200))
                .hasSize(200)
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(1024, FIRST_OF_CONNECTIONS - 1));
        assertThat(FreePorts.withAnother(10_000) + 10_000).isLessThan(FIRST_OF_CONNECTIONS);
    }

    @Test
    void oneThatIsTakenIsNotFree() throws IOException {
        int port = FreePorts.one();
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePorts.isFree(taken.getLocalPort())).isFalse();
        }
        assertThat(FreePorts.isFree(port)).isTrue();
    }
}
