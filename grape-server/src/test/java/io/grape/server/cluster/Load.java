package io.grape.server.cluster;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Producers and consumers that try again when they are told to, and remember what else they were told. */
final class Load {
    private static final int THREADS = 3;
    private static final Pattern JOB = Pattern.compile("\"id\":\"([^\"]+)\".*?\"lease\":\"(\\d+)\"");

    final Set<String> produced = ConcurrentHashMap.newKeySet();
    final Set<String> finished = ConcurrentHashMap.newKeySet();
    /** What no client should see. */
    final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();

    private final String tube;
    private final List<Thread> producers = new ArrayList<>();
    private final List<Thread> consumers = new ArrayList<>();
    private volatile boolean producing = true;
    private volatile boolean consuming = true;

    Load(String http) {
        this.tube = http + "/v1/tubes/orders/";
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

    void stopProducing() throws InterruptedException {
        producing = false;
        for (Thread producer : producers) {
            producer.join();
        }
    }

    void stopConsuming() throws InterruptedException {
        consuming = false;
        for (Thread consumer : consumers) {
            consumer.join();
        }
    }

    private void produce(String name) {
        for (int i = 0; producing; i++) {
            String id = name + i;
            if (call("PUT", "jobs/" + id + "?ttrMs=600000").startsWith("{")) {
                produced.add(id);
            }
            pause(5);
        }
    }

    private void consume() {
        while (consuming) {
            Matcher job = JOB.matcher(call("POST", "consume?max=10&waitMs=1000"));
            while (job.find()) {
                String id = job.group(1);
                call("POST", "jobs/" + id + "/finish?lease=" + job.group(2));
                if (!finished.add(id)) {
                    faults.add("handed out again: " + id);
                }
            }
        }
    }

    /** The body of the answer, once there is one that is not a word to try again. */
    private String call(String method, String pathAndQuery) {
        while (true) {
            try {
                HttpResponse<String> answer = RunningCluster.call(method, tube + pathAndQuery);
                if (answer.statusCode() < 300) {
                    return answer.body();
                }
                if (answer.statusCode() != 503
                        || answer.headers().firstValue("Retry-After").isEmpty()) {
                    faults.add(method + " " + pathAndQuery + ": " + answer.statusCode() + " " + answer.body());
                    return "";
                }
            } catch (IOException e) {
                faults.add(method + " " + pathAndQuery + ": " + e);
                return "";
            }
            pause(100);
        }
    }

    private static void pause(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
