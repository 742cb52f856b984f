package io.grape.client.transport;

import static io.grape.client.transport.FakeBroker.ok;
import static io.grape.client.transport.FakeBroker.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a client does to brokers that fail, and how it comes back to them. */
@Tag("slow")
class FailingBrokersTest {
    private static final Call CALL = Call.post("finish", "/v1/x");
    private static final int CALLS = 1000;
    private static final int AT_A_TIME = 100;
    private static final int FEW = 10;

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CallEvents events = new CallEvents() {
        @Override
        public void ejected(URI broker, String why) {
            told.add("- " + broker + " " + why);
        }

        @Override
        public void restored(URI broker) {
            told.add("+ " + broker);
        }
    };

    private static void call(Transport transport, int calls) {
        call(transport, calls, AT_A_TIME);
    }

    private static void call(Transport transport, int calls, int atATime) {
        for (int i = 0; i < calls; i += atATime) {
            List<CompletableFuture<BrokerResponse>> some = new ArrayList<>();
            for (int j = 0; j < atATime; j++) {
                some.add(transport.send(CALL).exceptionally(failure -> new BrokerResponse(0, new byte[0], "", false)));
            }
            CompletableFuture.allOf(some.toArray(CompletableFuture[]::new)).join();
        }
    }

    @Test
    void brokersThatAllFailGetHardlyMoreRequestsThanThereAreCalls() {
        try (FakeBroker broker = new FakeBroker(refuses(503, "STORE_UNAVAILABLE"));
                Transport transport =
                        new Transport(List.of(broker.uri()), Duration.ofSeconds(5), null, CallEvents.NONE)) {
            long begun = System.nanoTime();
            call(transport, CALLS);
            long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds() + 1;
            // A hundred were saved, each call earns a tenth, each second one.
            assertThat(broker.calls().size()).isBetween(CALLS + 100, CALLS + 100 + CALLS / 10 + (int) seconds);
        }
    }

    @Test
    void oneThatFailsIsLeftOutAndComesBackWhenItIsWell() {
        try (FakeBroker broken = new FakeBroker(refuses(500, "INTERNAL"));
                FakeBroker well = new FakeBroker(ok());
                Transport transport =
                        new Transport(List.of(broken.uri(), well.uri()), Duration.ofSeconds(5), null, events)) {
            call(transport, 200);
            assertThat(told).containsExactly("- " + broken.uri() + " fails: told to");
            int calls = broken.calls().size();
            call(transport, 200);
            assertThat(broken.calls()).hasSize(calls);

            broken.does(ok());
            await().atMost(Duration.ofSeconds(20)).until(() -> told.contains("+ " + broken.uri()));
            call(transport, 200);
            assertThat(broken.calls().size()).isGreaterThan(calls);
        }
    }

    private static CompletableFuture<BrokerResponse> hangingAt(FakeBroker broken, Transport transport) {
        while (true) {
            CompletableFuture<BrokerResponse> waiting = transport.send(CALL.consumes(Duration.ofHours(1)));
            await().until(() -> waiting.isDone() || !broken.calls().isEmpty());
            if (!waiting.isDone()) {
                return waiting;
            }
        }
    }

    @Test
    void whoWaitsAtOneThatFailsWaitsAtAnother() {
        try (FakeBroker broken = new FakeBroker(ok());
                FakeBroker well = new FakeBroker(ok());
                Transport transport =
                        new Transport(List.of(broken.uri(), well.uri()), Duration.ofSeconds(30), null, events)) {
            broken.does(FakeBroker.first(broken.hangs(), refuses(500, "INTERNAL")));
            CompletableFuture<BrokerResponse> waiting = hangingAt(broken, transport);
            call(transport, 200);
            assertThat(told).hasSize(1).first().asString().startsWith("- " + broken.uri());
            assertThat(waiting.orTimeout(20, TimeUnit.SECONDS).join().status()).isEqualTo(200);
        }
    }

    @Test
    void oneThatIsMuchSlowerThanTheOtherIsLeftOut() {
        try (FakeBroker slow = new FakeBroker(ok());
                FakeBroker well = new FakeBroker(ok());
                Transport transport =
                        new Transport(List.of(slow.uri(), well.uri()), Duration.ofSeconds(30), null, events)) {
            slow.does(slow.late(1000));
            await().atMost(Duration.ofMinutes(1)).until(() -> getsNoneWhileItIsOut(slow, transport));
            assertThat(told).first().asString().startsWith("- " + slow.uri() + " slow: median ");
        }
    }

    /** False where it is not known yet, or came back meanwhile, as the other was slow as well: this machine is busy. */
    private boolean getsNoneWhileItIsOut(FakeBroker slow, Transport transport) {
        call(transport, FEW, FEW);
        List<String> before = List.copyOf(told);
        int calls = slow.calls().size();
        call(transport, 200, FEW);
        int more = slow.calls().size() - calls;
        if (before.isEmpty()
                || !before.equals(told)
                || before.get(before.size() - 1).startsWith("+")) {
            return false;
        }
        assertThat(more).isZero();
        return true;
    }

    @Test
    void oneThatGoesDownIsNobodysTrouble() {
        try (FakeBroker draining = new FakeBroker(refuses(503, "DRAINING", "Retry-After: 1"));
                FakeBroker well = new FakeBroker(ok());
                Transport transport =
                        new Transport(List.of(draining.uri(), well.uri()), Duration.ofSeconds(30), null, events)) {
            call(transport, 100);
            int calls = draining.calls().size();
            call(transport, 100);
            assertThat(draining.calls()).hasSize(calls);
            draining.does(ok());
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                call(transport, 100);
                return draining.calls().size() > calls;
            });
            // On a busy machine, one may be slow meanwhile.
            assertThat(told).noneMatch(line -> line.contains(" fails: "));
        }
    }
}
