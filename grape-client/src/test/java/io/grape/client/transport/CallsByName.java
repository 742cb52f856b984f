package io.grape.client.transport;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Sends calls to a name of several addresses, in a process of its own, until it is told to end. */
final class CallsByName {
    private CallsByName() {}

    /** Takes the address of the brokers, and how many calls to send. */
    public static void main(String[] args) throws InterruptedException {
        try (Transport transport =
                new Transport(List.of(URI.create(args[0])), Duration.ofSeconds(20), "secret", new CallEvents() {})) {
            // The first call begins the lookup, and does not wait for it.
            transport.send(Call.get("peek", "/v1/first")).join();
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                transport
                        .send(Call.post("finish", "/v1/x").retry(RetryPolicy.IF_NOT_DONE))
                        .join();
                Thread.sleep(5);
            }
            System.out.println("done");
        }
    }
}
