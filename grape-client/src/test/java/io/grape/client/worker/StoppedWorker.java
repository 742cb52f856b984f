package io.grape.client.worker;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A worker in a process of its own. Says what happens on stdout; a handler returns at the next line on stdin. */
final class StoppedWorker {
    private StoppedWorker() {}

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    public static void main(String[] args) throws InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ClientEvents events = new ClientEvents() {
            @Override
            public void handled(String tube, String outcome, Duration took, Duration lateness) {
                say("handled");
            }

            @Override
            public void held(String tube, int change) {
                say("held " + change);
            }
        };
        Grape grape = Grape.builder()
                .brokers(List.of(URI.create(args[0])))
                .events(events)
                .build();
        Worker worker = Worker.of(grape)
                .concurrency(1)
                .prefetch(args.length > 1 ? Integer.parseInt(args[1]) : 0)
                .on(Jobs.TUBE, (payload, job) -> {
                    say("token " + job.fencingToken());
                    in.readLine();
                    say("lost " + job.isLeaseLost());
                })
                .start();
        say("started");
        worker.join();
    }
}
