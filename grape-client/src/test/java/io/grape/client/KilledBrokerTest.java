package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.TestRedis;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two brokers, one of which is killed while calls go to both. */
class KilledBrokerTest {
    private static final Tube<String> TUBE = Tube.of("killed", Codec.text());
    private static final int JOBS = 1200;
    private static final int KILL_AT = 400;
    private static final int AT_A_TIME = 32;

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final ClientEvents events = new ClientEvents() {
        @Override
        public void ejected(URI broker, String why) {
            told.add("- " + broker);
        }
    };

    @Test
    void callsThatMayBeRepeatedDoNotNoticeAndNothingIsLost() throws InterruptedException {
        String namespace = TestRedis.newNamespace();
        try (BrokerProcess victim = BrokerProcess.start(namespace);
                BrokerProcess survivor = BrokerProcess.start(namespace);
                Grape grape = Grape.builder()
                        .brokers(List.of(victim.uri(), survivor.uri()))
                        .callTimeout(Duration.ofSeconds(60))
                        .events(events)
                        .build()) {
            List<CompletableFuture<Produced>> produced = inParallel(i -> {
                if (i == KILL_AT) {
                    victim.kill();
                }
                return grape.async().produce(TUBE, NewJob.of("p" + i).id("j" + i));
            });

            assertThat(produced).allSatisfy(one -> assertThat(one.join().id()).startsWith("j"));
            assertThat(told).contains("- " + victim.uri());
            assertThat(finishAll(grape))
                    .isEqualTo(IntStream.range(0, JOBS).mapToObj(i -> "j" + i).collect(Collectors.toSet()));
        }
    }

    private static <T> List<CompletableFuture<T>> inParallel(IntFunction<CompletableFuture<T>> call)
            throws InterruptedException {
        Semaphore room = new Semaphore(AT_A_TIME);
        List<CompletableFuture<T>> all = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            room.acquire();
            all.add(call.apply(i).whenComplete((value, failure) -> room.release()));
        }
        return all;
    }

    private static Set<String> finishAll(Grape grape) {
        Set<String> finished = new TreeSet<>();
        List<Job<String>> jobs = grape.consume(TUBE, 1000, Duration.ZERO);
        while (!jobs.isEmpty()) {
            List<Acknowledgement.Finish> acks = jobs.stream()
                    .map(job -> new Acknowledgement.Finish(job.id(), job.lease().orElseThrow()))
                    .toList();
            grape.acknowledgeAll(TUBE.name(), acks).forEach(result -> {
                assertThat(finished.add(result.get().id())).isTrue();
            });
            jobs = grape.consume(TUBE, 1000, Duration.ZERO);
        }
        return finished;
    }
}
