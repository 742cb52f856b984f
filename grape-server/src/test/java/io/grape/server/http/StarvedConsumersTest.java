package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.http.Wire.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Consumers of one address that ask again and again, and others of it that wait, at a broker of 256 MB. */
class StarvedConsumersTest {
    private static final int MIB = 1024 * 1024;
    private static final int QUICK = 10;
    private static final int WAITING = 5;

    private static final MemoryBudget ENOUGH = new MemoryBudget(64 * MIB);

    @RegisterExtension
    final ServerExtension server = ServerExtension.withMemory(
            new MemoryBudgets(ENOUGH, ENOUGH, new MemoryBudget(42 * MIB, 10 * MIB), ENOUGH, ENOUGH, MIB));

    private final Wire wire = Wire.to(server);
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger takenByWaiting = new AtomicInteger();

    private Answer ask(String method, String path, String body) {
        return wire.send(method, path, body.getBytes(UTF_8), "Authorization", "Bearer " + server.adminToken());
    }

    private CompletableFuture<Void> consumes(String path, AtomicInteger count) {
        return CompletableFuture.runAsync(
                () -> {
                    while (!over.get()) {
                        Answer answer = ask("POST", path, "");
                        if (answer.status() == 200) {
                            count.addAndGet(answer.json().getJsonArray("jobs").size());
                        } else {
                            refused.incrementAndGet();
                        }
                    }
                },
                task -> new Thread(task).start());
    }

    @Test
    void whoWaitsGetsItsShare() {
        ask("PUT", "/v1/tubes/quick", "{}").is(201);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < QUICK; i++) {
            all.add(consumes("/v1/tubes/quick/consume?max=10", taken));
        }
        for (int i = 0; i < WAITING; i++) {
            all.add(consumes("/v1/tubes/waited/consume?max=1&waitMs=500", takenByWaiting));
        }
        int jobs = 100;
        for (int i = 0; i < jobs; i++) {
            ask("PUT", "/v1/tubes/waited/jobs/" + i, "1").is(201);
            ask("PUT", "/v1/tubes/quick/jobs/" + i, "1").is(201);
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> takenByWaiting.get() + refused.get() >= jobs);
        over.set(true);
        all.forEach(CompletableFuture::join);
        assertThat(refused).hasValue(0);
        assertThat(takenByWaiting).hasValue(jobs);
        assertThat(taken).hasValue(jobs);
    }
}
