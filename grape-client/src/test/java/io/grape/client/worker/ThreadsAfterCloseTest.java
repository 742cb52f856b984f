package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.BufferedProducer;
import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server that redeploys an application keeps running, and so would each thread that was left. */
class ThreadsAfterCloseTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @TempDir
    private Path directory;

    /** Those of the SDK, and of the HTTP client of the JDK that it uses. */
    private static Set<Thread> ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("grape-")
                        || thread.getName().startsWith("HttpClient-")
                        || thread.getName().startsWith("CompletableFutureDelay"))
                .collect(Collectors.toSet());
    }

    @Test
    void closeLeavesNoThreads() throws Exception {
        Set<Thread> before = ours();
        CountDownLatch handled = new CountDownLatch(2);
        Grape grape = broker.client(ClientEvents.NONE);
        Worker worker =
                Worker.of(grape).on(TUBE, (payload, job) -> handled.countDown()).start();
        BufferedProducer buffer = grape.bufferedProducer(directory).open();
        grape.produce(TUBE, "a");
        buffer.produce(TUBE, "b");
        Jobs.awaitAll(handled);
        Set<Thread> meanwhile = ours();
        meanwhile.removeAll(before);
        assertThat(meanwhile).isNotEmpty();
        buffer.close();
        worker.close();
        grape.close();
        await().atMost(PATIENCE).untilAsserted(() -> {
            // Before Java 21 an HTTP client ends once it is garbage.
            System.gc();
            Set<Thread> left = ours();
            left.removeAll(before);
            assertThat(left).isEmpty();
        });
        assertThat(grape.isClosed()).isTrue();
    }
}
