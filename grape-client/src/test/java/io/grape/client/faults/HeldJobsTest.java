package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Tube;
import io.grape.client.worker.Worker;
import io.grape.client.worker.WorkerState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jobs that a worker holds, counted by a broker that delivers as many as it is asked for. */
class HeldJobsTest {
    private static final Tube<String> TUBE = Tube.of("mail", Codec.text());
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Pattern ID = Pattern.compile("\"id\":\"(j\\d+)\"");
    private static final Pattern MOST = Pattern.compile("(?:max|next)=(\\d+)");
    private static final String RETRIED = "{\"error\":{\"code\":\"STORE_UNAVAILABLE\",\"detail\":\"told to\"}}";

    private final AtomicInteger held = new AtomicInteger();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private final Deliveries deliveries = new Deliveries();
    private final RawServer server = new RawServer(deliveries::handle);
    private final Grape grape = Grape.builder()
            .brokers(server.uri())
            .events(new ClientEvents() {
                @Override
                public void held(String tube, int change) {
                    held.addAndGet(change);
                }
            })
            .build();

    @AfterEach
    void close() {
        grape.close();
        server.close();
    }

    /** What becomes of a call that acknowledges. */
    private enum Fate {
        DONE,
        RESET_BEFORE,
        RESET_AFTERWARDS,
        /** No response to the acknowledgements: nobody knows whose results these are. */
        FEWER_RESULTS,
        REFUSED
    }

    private interface Fates {
        Fate of(int call);
    }

    /** The jobs of a tube, and those that were delivered and not acknowledged. */
    private final class Deliveries {
        private final Set<String> delivered = new HashSet<>();
        /** Whose acknowledgement had its response. */
        private final Set<String> confirmed = new HashSet<>();

        private int jobs;
        private int next;
        private int most;
        private int calls;
        private Fates fates = call -> Fate.DONE;

        synchronized void add(int more, Fates wanted) {
            fates = wanted;
            jobs += more;
            notifyAll();
        }

        synchronized int most() {
            return most;
        }

        synchronized int confirmed() {
            return confirmed.size();
        }

        void handle(RawServer.Request request) throws IOException, InterruptedException {
            String body = request.body();
            if (request.line().contains("/acks")) {
                acknowledge(
                        request,
                        ID.matcher(body).results().map(found -> found.group(1)).toList());
            } else if (request.line().contains("/consume")) {
                request.respond(200, "{\"jobs\":[" + String.join(",", take(request, true)) + "]}");
            } else {
                request.swallow();
            }
        }

        private synchronized List<String> take(RawServer.Request request, boolean waits) throws InterruptedException {
            while (waits && next == jobs) {
                wait();
            }
            Matcher asked = MOST.matcher(request.line());
            int max = asked.find() ? Integer.parseInt(asked.group(1)) : 0;
            List<String> taken = new ArrayList<>();
            while (taken.size() < max && next < jobs) {
                String id = "j" + next++;
                delivered.add(id);
                taken.add(
                        "{\"id\":\"" + id + "\",\"tube\":\"mail\",\"state\":\"retained\",\"priority\":0,\"attempt\":1,"
                                + "\"maxAttempts\":1,\"delayMs\":0,\"ttrMs\":600000,\"createdAt\":\"2030-01-01T00:00:00Z\","
                                + "\"dueAt\":\"2030-01-01T00:00:00Z\",\"lease\":\"5\",\"leaseUntil\":\"2030-01-01T00:10:00Z\","
                                + "\"contentType\":\"text/plain\",\"payloadBase64\":\"YQ==\"}");
            }
            most = Math.max(most, delivered.size());
            return taken;
        }

        private void acknowledge(RawServer.Request request, List<String> ids) throws IOException, InterruptedException {
            Fate fate;
            List<String> results = new ArrayList<>();
            List<String> taken = List.of();
            synchronized (this) {
                fate = fates.of(++calls);
                check(ids);
                boolean isShort = fate == Fate.FEWER_RESULTS && ids.size() > 1;
                int done = isShort ? 1 : ids.size();
                for (String id : ids.subList(0, done)) {
                    boolean isDone = fate != Fate.REFUSED && fate != Fate.RESET_BEFORE;
                    if (isDone) {
                        delivered.remove(id);
                    }
                    if (isDone && !isShort && fate != Fate.RESET_AFTERWARDS) {
                        confirmed.add(id);
                    }
                    results.add(isDone ? "{\"id\":\"" + id + "\",\"state\":\"finished\"}" : RETRIED);
                }
                if (fate == Fate.DONE) {
                    taken = take(request, false);
                }
            }
            if (fate == Fate.RESET_BEFORE || fate == Fate.RESET_AFTERWARDS) {
                request.reset();
                return;
            }
            TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(3));
            request.respond(
                    200,
                    "{\"results\":[" + String.join(",", results) + "],\"jobs\":[" + String.join(",", taken) + "]}");
        }

        /** Jobs that still wait for their own response must be held. */
        private void check(List<String> ids) {
            if (held.get() < ids.stream().filter(id -> !confirmed.contains(id)).count()) {
                violations.add("held " + held.get() + " while " + ids + " had no response");
            }
            ids.stream().filter(confirmed::contains).forEach(id -> violations.add(id + " was acknowledged again"));
        }
    }

    @ParameterizedTest
    @CsvSource({"1,0", "1,3", "5,2", "16,0", "8,20"})
    void neverExceedConcurrencyPlusPrefetch(int concurrency, int prefetch) {
        int jobs = 600;
        AtomicInteger running = new AtomicInteger();
        AtomicInteger mostRunning = new AtomicInteger();
        deliveries.add(jobs, call -> Fate.DONE);
        try (Worker worker = Worker.of(grape)
                .concurrency(concurrency)
                .prefetch(prefetch)
                .on(TUBE, (payload, job) -> {
                    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
                    if (job.id().endsWith("7")) {
                        TimeUnit.MILLISECONDS.sleep(10);
                    }
                    running.decrementAndGet();
                })
                .start()) {
            await().atMost(PATIENCE).until(() -> deliveries.confirmed() == jobs);
            assertThat(deliveries.most()).isBetween(1, concurrency + prefetch);
            assertThat(mostRunning.get()).isLessThanOrEqualTo(concurrency);
            await().atMost(PATIENCE).until(() -> held.get() == 0);
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
        }
    }

    @Test
    void neverExceedConcurrencyPlusPrefetchWhileAcknowledgementsFail() {
        int jobs = 300;
        deliveries.add(jobs, call -> call % 3 == 0 ? Fate.values()[1 + call / 3 % 4] : Fate.DONE);
        try (Worker worker = Worker.of(grape)
                .concurrency(4)
                .prefetch(3)
                .on(TUBE, (payload, job) -> {})
                .start()) {
            await().atMost(PATIENCE).until(() -> deliveries.confirmed() == jobs);
            assertThat(deliveries.most()).isBetween(1, 7);
            await().atMost(PATIENCE).until(() -> held.get() == 0);
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void areHeldUntilTheResponseToTheirOwnAcknowledgement() {
        int jobs = 8;
        Fate[] first = {Fate.RESET_BEFORE, Fate.RESET_AFTERWARDS, Fate.FEWER_RESULTS, Fate.REFUSED};
        deliveries.add(jobs, call -> call <= first.length ? first[call - 1] : Fate.DONE);
        CyclicBarrier together = new CyclicBarrier(jobs);
        Set<String> runs = new HashSet<>();
        try (Worker worker = Worker.of(grape)
                .concurrency(jobs)
                .on(TUBE, (payload, job) -> {
                    synchronized (runs) {
                        assertThat(runs.add(job.id())).isTrue();
                    }
                    together.await();
                })
                .start()) {
            await().atMost(PATIENCE).until(() -> deliveries.confirmed() == jobs && held.get() == 0);
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
        }
        assertThat(violations).isEmpty();
        assertThat(runs).hasSize(jobs);
        assertThat(IntStream.range(0, jobs)).allMatch(i -> runs.contains("j" + i));
    }
}
