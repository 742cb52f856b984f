package io.grape.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    void oneThatSomebodyHasOrIsToHaveIsNotAmongThem() throws IOException {
        int port = FreePorts.one();
        Set<Integer> others = IntStream.range(FreePorts.FIRST, FreePorts.BEYOND)
                .filter(other -> other != port)
                .boxed()
                .collect(Collectors.toSet());
        assertThat(FreePorts.some(1, others)).containsExactly(port);
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePorts.isFree(taken.getLocalPort())).isFalse();
            assertThatThrownBy(() -> FreePorts.some(1, others)).hasMessageContaining("no free port");
        }
    }
}
