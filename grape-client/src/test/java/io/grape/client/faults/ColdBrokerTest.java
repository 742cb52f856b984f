package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.harness.Directories;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A broker as users start it, with its usual options and compilers, on a machine that does other work. */
@Tag("apart")
class ColdBrokerTest {
    private static final int THREADS = 16;
    private static final int CALLS = 10;
    private static final int JOBS = 100;
    private static final Tube<String> TUBE = Tube.of("cold", String.class);

    @Test
    void aBrokerThatJustStartedRefusesNoBatch() throws Exception {
        AtomicBoolean ends = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (RedisNode redis =
                        RedisNode.start(Directories.ofBuild(), FreePorts.one(), "--appendonly", "yes", "--save", "");
                RunningBroker broker = broker(redis);
                Grape grape = Grape.builder()
                        .brokers(broker.uri())
                        .callTimeout(Duration.ofMinutes(1))
                        .build()) {
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                threads.execute(() -> {
                    while (!ends.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            List<Future<List<Result<Produced>>>> producers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                producers.add(threads.submit(() -> produce(grape)));
            }
            List<GrapeException> failures = new ArrayList<>();
            for (Future<List<Result<Produced>>> producer : producers) {
                for (Result<Produced> result : producer.get()) {
                    GrapeException failure = result.failure();
                    if (failure != null) {
                        failures.add(failure);
                    }
                }
            }
            assertThat(failures).isEmpty();
            // The client sends again what was refused, so its results alone do not tell.
            assertThat(shed(broker)).isEmpty();
        } finally {
            ends.set(true);
            threads.shutdownNow();
        }
    }

    private static List<Result<Produced>> produce(Grape grape) {
        List<Result<Produced>> results = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            results.addAll(grape.produceAll(TUBE, Collections.nCopies(JOBS, NewJob.of("x".repeat(100)))));
        }
        return results;
    }

    private static List<String> shed(RunningBroker broker) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(broker.uri().resolve("/metrics")).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofLines())
                .body()
                .filter(line -> line.startsWith("grape_shed_total{") && !line.endsWith(" 0.0"))
                .toList();
    }

    private static RunningBroker broker(RedisNode redis) {
        return RunningBroker.start(
                        List.of("-cp", System.getProperty("java.class.path"), "io.grape.server.app.Main"),
                        List.of("--redis", redis.uri(), "--http-port", Integer.toString(FreePorts.one())),
                        Directories.ofBuild().resolve("cold-broker.out"))
                .awaitReady();
    }
}
