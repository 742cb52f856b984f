package io.grape.examples;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Retry;
import io.grape.client.worker.Worker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Delivers events to addresses of others: again and again with longer pauses, until one takes it or refuses it for good. */
public final class Webhook {
    /** About a day in all. */
    static final Retry RETRY = Retry.exponential(Duration.ofSeconds(5), Duration.ofHours(6))
            .attempts(20)
            .buryOn(RefusedException.class);

    static final Tube<Event> EVENTS = Tube.of("webhooks", Event.class);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    record Event(URI to, String body) {}

    /** The receiver will never take it: no second try. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1;

        RefusedException(int status) {
            super("refused with " + status);
        }
    }

    Worker startWorker(Grape grape, Retry retry) {
        return Worker.of(grape)
                .on(EVENTS, this::deliver)
                .concurrency(32)
                .retry(retry)
                .start();
    }

    /** May run twice for one event, so the receiver is told the job's id. */
    private void deliver(Event event, JobContext job) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(event.to())
                .timeout(Duration.ofSeconds(10))
                .header("Idempotency-Key", job.id())
                .POST(BodyPublishers.ofString(event.body()))
                .build();
        int status = http.send(request, BodyHandlers.discarding()).statusCode();
        if (isRefusal(status)) {
            throw new RefusedException(status);
        }
        if (status >= 300) {
            throw new IOException("responded with " + status);
        }
    }

    /** Timeout (408) and too many requests (429) say: later. */
    private static boolean isRefusal(int status) {
        return status >= 400 && status < 500 && status != 408 && status != 429;
    }

    /** Delivers one event to a receiver that fails twice, and one to a receiver that is gone. */
    public static void main(String... args) throws IOException, InterruptedException {
        String broker = args.length > 0 ? args[0] : "http://localhost:9521";
        Retry soon =
                Retry.exponential(Duration.ofMillis(100), Duration.ofSeconds(1)).buryOn(RefusedException.class);
        try (Grape grape = Grape.connect(broker);
                FlakyReceiver receiver = new FlakyReceiver()) {
            grape.produce(EVENTS, NewJob.of(new Event(receiver.flaky(), "paid")).id("paid-8812"));
            grape.produce(EVENTS, NewJob.of(new Event(receiver.gone(), "sent")).id("sent-8812"));
            Worker worker = new Webhook().startWorker(grape, soon);
            receiver.await();
            // It has said what became of all it began when this returns.
            worker.close();
            System.out.println(
                    "paid-8812 is delivered: " + grape.peek(EVENTS, "paid-8812").isEmpty());
            grape.peek(EVENTS, "sent-8812")
                    .ifPresent(job -> System.out.println(job.id() + " is " + job.state() + ": "
                            + job.reason().orElse("")));
            grape.delete(EVENTS, "sent-8812");
        }
    }
}
