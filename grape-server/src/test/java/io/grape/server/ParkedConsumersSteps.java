package io.grape.server;

import static org.awaitility.Awaitility.await;

import io.grape.core.Job;
import io.grape.core.TubeName;
import io.grape.redis.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;

/** Two brokers, and consumers that wait at one of them. */
abstract class ParkedConsumersSteps {
    static final TubeName TUBE = new TubeName("orders");
    static final TubeName OTHER = new TubeName("mails");
    static final Duration LONG = Duration.ofSeconds(25);
    final String namespace = TestRedis.newNamespace();
    final Node here = Node.start(namespace);
    final Node there = Node.start(namespace);

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    CompletionStage<List<Job>> parkHere(int max, TubeName... tubes) {
        int before = here.parked.count();
        CompletionStage<List<Job>> jobs =
                here.parked.consume(List.of(tubes), max, LONG).jobs();
        await().until(() -> here.parked.count() == before + 1);
        return jobs;
    }

    static List<String> ids(List<Job> jobs) {
        return jobs.stream().map(job -> job.id().value()).toList();
    }
}
