package io.grape.server.cluster;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Producers and consumers that try again when they are told to, and remember what else they were told, and which calls were cut
 * off.
 */
final class Load {
    private static final int THREADS = 3;
    private static final int BAD_GATEWAY = 502;
    private static final Duration AGAIN = Duration.ofMillis(100);
    /** So that the producers are no faster than the consumers. */
    private static final Duration BETWEEN_JOBS = Duration.ofMillis(5);
    /** In no body. */
    private static final String NONE = "\0";

    private static final Pattern JOB = Pattern.compile("\"id\":\"([^\"]+)\".*?\"lease\":\"(\\d+)\"");

    final Set<String> produced = ConcurrentHashMap.newKeySet();
    final Set<String> finished = ConcurrentHashMap.newKeySet();
    /** What no client should see. */
    final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();

    /** When each call was begun that got no answer, or one that does not tell what came of it. */
    final ConcurrentLinkedQueue<Long> cutOff = new ConcurrentLinkedQueue<>();

    private final String tube;
    private final Duration ttr;
    private final List<Thread> producers = new ArrayList<>();
    private final List<Thread> consumers = new ArrayList<>();
    private volatile boolean producing = true;
    private volatile boolean consuming = true;

    /** A job that was handed out to nobody stays away for {@code ttr}. */
    Load(String http, String tube, Duration ttr) {
        this.tube = http + "/v1/tubes/" + tube + "/";
        this.ttr = ttr;
        for (int i = 0; i < THREADS; i++) {
            String name = "p" + i + "-";
            producers.add(new Thread(() -> produce(name)));
            consumers.add(new Thread(this::consume));
        }
    }

    void start() {
        producers.forEach(Thread::start);
        consumers.forEach(Thread::start);
    }

    /** Waits until a hundred more jobs are finished. */
    void awaitMore() {
        int before = finished.size();
        await().atMost(RunningCluster.PATIENCE).until(() -> finished.size() > before + 100);
    }

    /** Ends it once everything that was produced is finished. */
    void finishAll() throws InterruptedException {
        producing = false;
        for (Thread producer : producers) {
            producer.join();
        }
        await().atMost(RunningCluster.PATIENCE).until(() -> finished.containsAll(produced));
        consuming = false;
        for (Thread consumer : consumers) {
            consumer.join();
        }
    }

    private void produce(String name) {
        for (int i = 0; producing; i++) {
            String id = name + i;
            // One that was cut off is not repeated: were it finished by now, it would be made again.
            call("PUT", "jobs/" + id + "?ttrMs=" + ttr.toMillis(), NONE).ifPresent(body -> produced.add(id));
            LockSupport.parkNanos(BETWEEN_JOBS.toNanos());
        }
    }

    private void consume() {
        while (consuming) {
            String jobs = call("POST", "consume?max=3&waitMs=1000", NONE).orElse("");
            Matcher job = JOB.matcher(jobs);
            while (job.find()) {
                String id = job.group(1);
                finish("jobs/" + id + "/finish?lease=" + job.group(2));
                if (!finished.add(id)) {
                    faults.add("handed out again: " + id);
                }
            }
        }
    }

    /** Where it was cut off, it may have been run. */
    private void finish(String path) {
        String fine = NONE;
        while (call("POST", path, fine).isEmpty()) {
            fine = "JOB_NOT_FOUND";
        }
    }

    /** What came of one try: to be made again, or the body of the answer, empty where the call was cut off. */
    private record Tried(boolean again, Optional<String> body) {}

    /** The body of the answer, once there is one that is not a word to try again; empty where the call was cut off. */
    private Optional<String> call(String method, String pathAndQuery, String fine) {
        return await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(AGAIN)
                .atMost(RunningCluster.PATIENCE)
                .until(() -> tried(method, pathAndQuery, fine), tried -> !tried.again)
                .body;
    }

    private Tried tried(String method, String pathAndQuery, String fine) {
        long begun = System.nanoTime();
        try {
            HttpResponse<String> answer = RunningCluster.call(method, tube + pathAndQuery);
            if (answer.statusCode() == BAD_GATEWAY) {
                cutOff.add(begun);
                return new Tried(false, Optional.empty());
            }
            if (saysToTryAgain(answer)) {
                return new Tried(true, Optional.empty());
            }
            if (answer.statusCode() >= 300 && !answer.body().contains(fine)) {
                faults.add(method + " " + pathAndQuery + ": " + answer.statusCode() + " " + answer.body());
            }
            return new Tried(false, Optional.of(answer.body()));
        } catch (IOException e) {
            cutOff.add(begun);
            return new Tried(false, Optional.empty());
        }
    }

    private static boolean saysToTryAgain(HttpResponse<String> answer) {
        return answer.statusCode() == 503
                && answer.headers().firstValue("Retry-After").isPresent();
    }
}
