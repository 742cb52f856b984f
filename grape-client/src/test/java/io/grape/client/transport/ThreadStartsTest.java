package io.grape.client.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.harness.Programs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With one or two processors, the default executor of CompletableFuture starts a thread for each task. */
class ThreadStartsTest {
    @ParameterizedTest
    @ValueSource(strings = {"own", "given"})
    void responseStartsNoThreadOnOneProcessor(String whose) throws Exception {
        try (FakeBroker broker = new FakeBroker(FakeBroker.ok())) {
            Process process = new ProcessBuilder(
                            Programs.java(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:ActiveProcessorCount=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            CountedThreads.class.getName(),
                            broker.uri().toString(),
                            whose)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            String started = output.lines()
                    .filter(line -> line.startsWith("started "))
                    .findFirst()
                    .orElseThrow();
            // Pools may grow by a few.
            assertThat(Integer.parseInt(started.substring("started ".length()))).isLessThan(CountedThreads.CALLS / 10);
        }
    }
}
