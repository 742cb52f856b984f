package io.grape.server.parking;

import static org.awaitility.Awaitility.await;

import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.redis.TestRedis;
import io.grape.server.Node;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;

/** Two brokers, and consumers that wait at one of them. */
public abstract class ParkedConsumersSteps {
    public static final TubeName TUBE = new TubeName("orders");
    public static final TubeName OTHER = new TubeName("mails");
    public static final Duration LONG = Duration.ofSeconds(25);
    public final String namespace = TestRedis.newNamespace();
    final Node here = Node.start(namespace);
    public final Node there = Node.start(namespace);

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
