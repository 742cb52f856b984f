package io.grape.client.transport;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;

/** Sends calls one after another, in a process of its own, and prints how many threads were started for them. */
final class CountedThreads {
    static final int CALLS = 500;

    private CountedThreads() {}

    /** Takes the address of the broker, and {@code own} or {@code given} for whose HTTP client sends the calls. */
    public static void main(String[] args) {
        HttpClient client = args[1].equals("own") ? null : HttpClient.newHttpClient();
        try (Transport transport = new Transport(
                List.of(URI.create(args[0])),
                Duration.ofSeconds(20),
                null,
                new CallEvents() {},
                new WireOptions(client, null))) {
            for (int i = 0; i < 20; i++) {
                transport.send(Call.get("peek", "/v1/x")).join();
            }
            long before = started();
            for (int i = 0; i < CALLS; i++) {
                transport.send(Call.get("peek", "/v1/x")).join();
            }
            System.out.println("started " + (started() - before));
        }
    }

    private static long started() {
        return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
    }
}
