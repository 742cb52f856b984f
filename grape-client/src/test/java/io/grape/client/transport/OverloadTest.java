package io.grape.client.transport;

import static io.grape.client.transport.FakeBroker.answers;
import static io.grape.client.transport.FakeBroker.first;
import static io.grape.client.transport.FakeBroker.hangsUp;
import static io.grape.client.transport.FakeBroker.ok;
import static io.grape.client.transport.FakeBroker.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client does when brokers are overloaded. The clock of its calls only goes on when told. */
@Tag("slow")
class OverloadTest {
    private static final Call PRODUCE = Call.post("produce", "/v1/x").traffic(Traffic.PRODUCE);
    private static final Call LOOK = Call.get("peek", "/v1/x");
    private static final Call ACK = Call.post("acks", "/v1/acks").traffic(Traffic.ACKNOWLEDGE);
    private static final Duration AMPLE = Duration.ofSeconds(20);
    private static final FakeBroker.Behaviour SHEDS = shedsFor(1000);

    private final SetClock clock = new SetClock();
    private final List<AutoCloseable> toClose = new ArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CallEvents events = new CallEvents() {
        @Override
        public void shed(String call, String why) {
            told.add("shed " + call + " " + why);
        }

        @Override
        public void throttled(String call) {
            told.add("throttled " + call);
        }

        @Override
        public void broken(String call) {
            told.add("broken " + call);
        }
    };

    private static FakeBroker.Behaviour shedsFor(int seconds) {
        return refuses(503, "OVERLOADED", "Retry-After: " + seconds, "Grape-Overloaded: delay");
    }

    private FakeBroker broker(FakeBroker.Behaviour behaviour) {
        FakeBroker broker = new FakeBroker(behaviour);
        toClose.add(broker);
        return broker;
    }

    private Transport transport(FakeBroker... brokers) {
        Transport transport = new Transport(
                Arrays.stream(brokers).map(FakeBroker::uri).toList(),
                AMPLE,
                null,
                events,
                new Transport.Sources(new Random(7), clock));
        toClose.add(0, transport);
        return transport;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : toClose) {
            one.close();
        }
    }

    private static String outcome(CompletableFuture<BrokerResponse> call) {
        try {
            return "ok" + (call.orTimeout(30, TimeUnit.SECONDS).join().retried() ? " perhaps before" : "");
        } catch (CompletionException e) {
            return String.valueOf(Objects.requireNonNull(e.getCause()).getMessage());
        }
    }

    /** The header's value in each request. */
    private static List<String> timeouts(FakeBroker broker) {
        return broker.calls().stream()
                .map(request -> request.replaceAll("(?s).*\r\nGrape-Timeout-Ms: ([^\r]*)\r\n.*", "$1"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void whatWasShedIsNotSentToAnotherBrokerAtOnce(Traffic traffic) {
        FakeBroker one = broker(SHEDS);
        FakeBroker other = broker(SHEDS);
        String outcome = outcome(transport(one, other).send(PRODUCE.traffic(traffic)));
        assertThat(outcome).startsWith("OVERLOADED: told to");
        assertThat(one.calls().size() + other.calls().size()).isEqualTo(1);
        assertThat(told).containsExactly("shed produce delay");
    }

    @Test
    void whatWasShedIsSentAgainAfterItsPauseAndHadNotHappened() {
        FakeBroker broker = broker(first(shedsFor(0), ok()));
        Call once = ACK.retry(RetryPolicy.IF_NOT_DONE);
        assertThat(outcome(transport(broker).send(once))).isEqualTo("ok");
        assertThat(broker.calls()).hasSize(2);
    }

    @Test
    void whoWaitsByThemselvesAreToldAtOnce() {
        FakeBroker broker = broker(first(shedsFor(0), ok()));
        assertThat(outcome(transport(broker).failingIfShed().send(ACK))).startsWith("OVERLOADED: told to");
        assertThat(broker.calls()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Traffic.class,
            names = {"ACKNOWLEDGE", "CONTROL"})
    void aBrokerThatShedsLooksGetsFewerOfThemAndAllThatIsNeverHeldBack(Traffic never) {
        FakeBroker broker = broker(SHEDS);
        Transport transport = transport(broker).failingIfShed();
        int held = 0;
        for (int i = 0; i < 200; i++) {
            String outcome = outcome(transport.send(LOOK));
            assertThat(outcome).startsWith("OVERLOADED");
            held += outcome.contains("held back by this client, not sent: " + broker.uri() + " shed") ? 1 : 0;
        }
        assertThat(broker.calls()).hasSize(200 - held);
        assertThat(held).isGreaterThan(150);
        assertThat(told).filteredOn("throttled peek"::equals).hasSize(held);

        for (int i = 0; i < 200; i++) {
            assertThat(outcome(transport.send(ACK.traffic(never)))).startsWith("OVERLOADED: told to");
        }
        assertThat(broker.calls()).hasSize(200 - held + 200);

        broker.does(ok());
        clock.forward(Duration.ofSeconds(31));
        for (int i = 0; i < 50; i++) {
            assertThat(outcome(transport.send(LOOK))).isEqualTo("ok");
        }
    }

    @Test
    void whatIsHeldBackWaitsAndIsThenSent() {
        FakeBroker broker = broker(SHEDS);
        Transport patient = transport(broker).within(Duration.ofMinutes(10));
        CompletableFuture<BrokerResponse> call = patient.send(LOOK);
        while (!told.contains("throttled peek")) {
            outcome(call);
            call = patient.send(LOOK);
        }
        int sent = broker.calls().size();
        broker.does(ok());
        clock.forward(Duration.ofSeconds(31));
        assertThat(outcome(call)).isEqualTo("ok");
        assertThat(broker.calls()).hasSize(sent + 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Traffic.class,
            names = {"ACKNOWLEDGE", "CONTROL"})
    void acknowledgementsAndOperatorsCallsDoNotWaitBehindOthers(Traffic urgent) {
        FakeBroker broker = broker(ok());
        FakeBroker.Behaviour hangs = broker.hangs();
        broker.does((request, socket) -> (request.startsWith("POST /v1/acks") ? ok() : hangs).answer(request, socket));
        Transport transport = transport(broker).within(Duration.ofHours(1));
        List<CompletableFuture<BrokerResponse>> others = IntStream.range(0, ConcurrencyLimit.MAX)
                .mapToObj(i -> transport.send(PRODUCE))
                .toList();
        assertThat(outcome(transport.send(ACK.traffic(urgent)))).isEqualTo("ok");
        assertThat(others).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void producesStopWhereTheyFailAndAcknowledgementsGoOn() {
        FakeBroker broker = broker(hangsUp());
        Transport transport = transport(broker);
        for (int i = 0; i < 20; i++) {
            assertThat(outcome(transport.send(PRODUCE.retry(RetryPolicy.IF_NOT_DONE))))
                    .startsWith("UNREACHABLE");
        }
        broker.does(ok());
        assertThat(outcome(transport.failingIfShed().send(PRODUCE)))
                .startsWith("OVERLOADED: held back by this client, not sent: too many produce calls failed");
        assertThat(told).containsExactly("broken produce");
        assertThat(outcome(transport.send(ACK))).isEqualTo("ok");
        assertThat(broker.calls()).hasSize(21);

        clock.forward(Duration.ofSeconds(3));
        assertThat(outcome(transport.send(PRODUCE))).isEqualTo("ok");
        assertThat(outcome(transport.send(PRODUCE))).isEqualTo("ok");
        assertThat(told).hasSize(1);
    }

    @Test
    void producesStopWhereManyWereShed() {
        CountDownLatch all = new CountDownLatch(1);
        FakeBroker broker = broker((request, socket) -> {
            all.await();
            SHEDS.answer(request, socket);
        });
        Transport transport = transport(broker).failingIfShed();
        List<CompletableFuture<BrokerResponse>> calls =
                IntStream.range(0, 20).mapToObj(i -> transport.send(PRODUCE)).toList();
        all.countDown();
        assertThat(calls).allSatisfy(call -> assertThat(outcome(call)).startsWith("OVERLOADED: told to"));
        assertThat(outcome(transport.send(PRODUCE))).contains("held back by this client");
        assertThat(told).contains("broken produce").doesNotContain("throttled produce");
        assertThat(broker.calls()).hasSize(20);
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void whatAProxySaysIsNotKnown(int status) {
        FakeBroker broker = broker(first(answers(status, "<html>"), ok()));
        assertThat(outcome(transport(broker).send(PRODUCE.retry(RetryPolicy.IF_NOT_DONE))))
                .startsWith("UNKNOWN")
                .endsWith("got only status " + status + "; it may have happened");
        assertThat(broker.calls()).hasSize(1);
        broker.does(first(answers(status, "<html>"), ok()));
        assertThat(outcome(transport(broker).send(PRODUCE))).isEqualTo("ok perhaps before");
    }

    @Test
    void aCallWhoseTimeIsOverDidNotHappenAndIsNotSentAgain() {
        FakeBroker broker = broker((request, socket) -> {
            clock.forward(AMPLE);
            refuses(504, "DEADLINE_EXCEEDED").answer(request, socket);
        });
        assertThat(outcome(transport(broker).send(PRODUCE))).startsWith("DEADLINE_EXCEEDED: told to");
        assertThat(broker.calls()).hasSize(1);
    }

    @Test
    void anAttemptWhoseTimeIsOverDidNotHappenAndIsSentAgain() {
        FakeBroker broker = broker(first(refuses(504, "DEADLINE_EXCEEDED"), ok()));
        assertThat(outcome(transport(broker).send(PRODUCE.retry(RetryPolicy.IF_NOT_DONE))))
                .isEqualTo("ok");
        assertThat(broker.calls()).hasSize(2);
    }

    @Test
    void anEarlierAttemptMayHaveHappenedThoughTheLastDidNot() {
        FakeBroker broker = broker(first(refuses(503, "STORE_UNAVAILABLE"), (request, socket) -> {
            clock.forward(AMPLE);
            refuses(504, "DEADLINE_EXCEEDED").answer(request, socket);
        }));
        assertThat(outcome(transport(broker).send(PRODUCE)))
                .startsWith("TIMED_OUT")
                .contains("DEADLINE_EXCEEDED", "it may have happened");
        broker.does(first(refuses(503, "STORE_UNAVAILABLE"), SHEDS));
        assertThat(outcome(transport(broker).send(PRODUCE)))
                .startsWith("TIMED_OUT")
                .contains("OVERLOADED", "it may have happened");
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void eachAttemptSaysHowMuchTimeItHas(Traffic traffic) {
        FakeBroker broker = broker(ok());
        Transport transport = transport(broker);
        Call call = PRODUCE.traffic(traffic);
        outcome(transport.send(call));
        outcome(transport.send(call.retry(RetryPolicy.IF_NOT_DONE)));
        outcome(transport.send(call.consumes(Duration.ofSeconds(60))));
        outcome(transport.within(Duration.ofHours(24)).send(call.consumes(Duration.ofHours(24))));
        assertThat(timeouts(broker))
                .containsExactly(
                        "6666",
                        "20000",
                        "66666",
                        Long.toString(Duration.ofHours(24).toMillis()));
    }

    @Test
    void aRetryHasWhatIsLeft() {
        FakeBroker broker = broker(first(
                (request, socket) -> {
                    clock.forward(Duration.ofSeconds(15));
                    socket.close();
                },
                ok()));
        assertThat(outcome(transport(broker).send(PRODUCE))).isEqualTo("ok perhaps before");
        assertThat(timeouts(broker)).containsExactly("6666", "5000");
    }

    @Test
    void noTimeIsOneMillisecond() {
        assertThat(HttpWire.millis(-1)).isEqualTo(1);
        assertThat(HttpWire.millis(999_999)).isEqualTo(1);
        assertThat(HttpWire.millis(2_999_999)).isEqualTo(2);
    }
}
