package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.Produced;
import io.grape.client.Tube;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Produces that are under way when all connections are reset. */
class DisconnectTest {
    private static final Tube<String> TUBE = Tube.of("mail", Codec.text());
    private static final Duration LIMIT = Duration.ofSeconds(6);
    /** Enough for a breaker that opens at the disconnect to close again. */
    private static final Duration AMPLE = Duration.ofMinutes(1);

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern ID = Pattern.compile("\"id\":\"(\\w+)\"");
    private static final int EACH = 20;

    private final CountDownLatch disconnect = new CountDownLatch(1);
    private final RawServer server = new RawServer(request -> {
        request.body();
        disconnect.await();
        request.reset();
    });
    private final Grape grape = Grape.builder()
            .brokers(server.uri())
            .callTimeout(LIMIT)
            .events(ClientEvents.NONE)
            .build();
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        disconnect.countDown();
        grape.close();
        server.close();
        callers.shutdownNow();
    }

    private static NewJob<String> job(String id, boolean rejects) {
        NewJob<String> job = NewJob.of("x").id(id);
        return rejects ? job.onDuplicate(OnDuplicate.REJECT) : job;
    }

    /** Produces of each kind: single and shared, blocking and asynchronous, and of many jobs. */
    private List<CompletableFuture<Produced>> produceAllKinds(Grape grape, boolean rejects) {
        List<CompletableFuture<Produced>> all = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            NewJob<String> single = job("s" + i + rejects, rejects);
            Tube<String> own = Tube.of("single" + i, Codec.text());
            NewJob<String> blocking = job("b" + i + rejects, rejects);
            all.add(grape.async().produce(own, single));
            all.add(grape.async().produce(TUBE, job("a" + i + rejects, rejects)));
            all.add(CompletableFuture.supplyAsync(() -> grape.produce(TUBE, blocking), callers));
        }
        all.add(grape.async()
                .produceAll(TUBE, List.of(job("m1" + rejects, rejects), job("m2" + rejects, rejects)))
                .thenApply(results -> results.get(1).get()));
        return all;
    }

    private static @Nullable GrapeException failure(CompletableFuture<Produced> ended) {
        try {
            ended.join();
            return null;
        } catch (CompletionException e) {
            return (GrapeException) e.getCause();
        }
    }

    private void awaitAllEnd(List<CompletableFuture<Produced>> calls) {
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(calls).filteredOn(call -> !call.isDone()).isEmpty());
    }

    private void disconnectWhenTheyAreUnderWay() {
        await().atMost(PATIENCE).until(() -> server.requests().size() > 2 * EACH);
        disconnect.countDown();
    }

    private static void respondWell(RawServer.Request request) throws IOException {
        String body = request.body();
        if (request.line().startsWith("PUT ")) {
            request.respond(200, "{\"id\":\"a\",\"created\":true,\"state\":\"ready\"}");
        } else {
            List<String> results = ID.matcher(body)
                    .results()
                    .map(found -> "{\"id\":\"" + found.group(1) + "\",\"created\":true,\"state\":\"ready\"}")
                    .toList();
            request.respond(200, "{\"results\":[" + String.join(",", results) + "]}");
        }
    }

    @Test
    void eachProduceEndsAndSaysThatItMayHaveHappenedIfTheBrokerStaysAway() {
        List<CompletableFuture<Produced>> calls = produceAllKinds(grape, true);
        calls.addAll(produceAllKinds(grape, false));
        disconnectWhenTheyAreUnderWay();
        awaitAllEnd(calls);
        assertThat(calls).allSatisfy(call -> {
            GrapeException failure = Objects.requireNonNull(failure(call));
            assertThat(failure.code()).isIn(ErrorCode.UNREACHABLE, ErrorCode.TIMED_OUT);
            assertThat(failure.detail()).containsPattern("it may have happened|it did not happen");
        });
    }

    @Test
    void eachProduceHasAResultOnceTheBrokerIsBackUnlessItMustNotBeRepeated() {
        Grape patient = grape.within(AMPLE);
        List<CompletableFuture<Produced>> once = produceAllKinds(patient, true);
        List<CompletableFuture<Produced>> repeated = produceAllKinds(patient, false);
        await().atMost(PATIENCE).until(() -> server.requests().size() > 2 * EACH);
        server.does(DisconnectTest::respondWell);
        disconnect.countDown();
        awaitAllEnd(once);
        awaitAllEnd(repeated);
        assertThat(repeated).allSatisfy(call -> assertThat(failure(call)).isNull());
        assertThat(once).anySatisfy(call -> assertThat(failure(call)).isNotNull());
        assertThat(once)
                .filteredOn(call -> failure(call) != null)
                .allSatisfy(
                        call -> assertThat(Objects.requireNonNull(failure(call)).detail())
                                .contains("it may have happened"));
    }

    @Test
    void silenceEndsEachProduceAtItsTimeLimit() {
        List<CompletableFuture<Produced>> calls = produceAllKinds(grape, true);
        calls.addAll(produceAllKinds(grape, false));
        awaitAllEnd(calls);
        assertThat(calls).allSatisfy(call -> {
            GrapeException failure = Objects.requireNonNull(failure(call));
            assertThat(failure.code()).isEqualTo(ErrorCode.TIMED_OUT);
            assertThat(failure.detail()).containsPattern("it may have happened|it did not happen");
        });
    }
}
