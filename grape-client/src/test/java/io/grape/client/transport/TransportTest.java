package io.grape.client.transport;

import static io.grape.client.transport.FakeBroker.answers;
import static io.grape.client.transport.FakeBroker.first;
import static io.grape.client.transport.FakeBroker.hangsUp;
import static io.grape.client.transport.FakeBroker.ok;
import static io.grape.client.transport.FakeBroker.refuses;
import static io.grape.client.transport.FakeBroker.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.DeafPort;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class TransportTest {
    private static final Call CALL = Call.post("finish", "/v1/x");
    private static final Call ONCE = CALL.retry(RetryPolicy.IF_NOT_DONE);
    private static final Duration AMPLE = Duration.ofSeconds(20);

    private final List<AutoCloseable> toClose = new ArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CallEvents events = new CallEvents() {
        @Override
        public void called(String call, String outcome, Duration took) {
            told.add(call + " " + outcome);
        }

        @Override
        public void retried(String call) {
            told.add("retry " + call);
        }
    };

    private FakeBroker broker(FakeBroker.Behaviour behaviour) {
        FakeBroker broker = new FakeBroker(behaviour);
        toClose.add(broker);
        return broker;
    }

    private Transport transport(Duration timeout, FakeBroker... brokers) {
        return transport(timeout, Arrays.stream(brokers).map(FakeBroker::uri).toList());
    }

    private Transport transport(Duration timeout, List<URI> brokers) {
        Transport transport = new Transport(brokers, timeout, "secret", events);
        toClose.add(0, transport);
        return transport;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : toClose) {
            one.close();
        }
    }

    private static BrokerResponse get(CompletableFuture<BrokerResponse> future) {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sendFifty(Transport transport) {
        for (int i = 0; i < 50; i++) {
            get(transport.send(ONCE));
        }
    }

    private static CallException failure(CompletableFuture<BrokerResponse> future) {
        try {
            BrokerResponse response = get(future);
            throw new AssertionError("expected a failure, got " + response.status());
        } catch (CallException e) {
            return e;
        }
    }

    @Test
    void saysWhoCallsAndWithWhat() {
        FakeBroker broker = broker(ok());
        get(transport(AMPLE, broker).send(CALL));
        assertThat(broker.calls().get(0))
                .startsWith("POST /v1/x HTTP/1.1\r\n")
                .contains("User-Agent: grape-client/", "Authorization: Bearer secret");
    }

    @Test
    void brokersMayBeBelowAPath() {
        FakeBroker broker = broker(ok());
        get(transport(AMPLE, List.of(URI.create(broker.uri() + "/grape/"))).send(CALL));
        assertThat(broker.calls().get(0)).startsWith("POST /grape/v1/x HTTP/1.1\r\n");
    }

    @Test
    void theWaitIsSentAlong() {
        FakeBroker broker = broker(ok());
        get(transport(AMPLE, broker).send(CALL.consumes(Duration.ofSeconds(7))));
        assertThat(broker.calls().get(0)).startsWith("POST /v1/x?waitMs=7000 HTTP/1.1\r\n");
    }

    @Test
    void aLostAnswerIsAskedForAgainWhereThatDoesNoHarm() {
        FakeBroker broker = broker(first(hangsUp(), ok()));
        BrokerResponse response = get(transport(AMPLE, broker).send(CALL));
        assertThat(response.retried()).isTrue();
        assertThat(broker.calls()).hasSize(2);
        assertThat(told).containsExactly("retry finish", "finish ok");
    }

    @Test
    void aLostAnswerIsNotAskedForAgainWhereItMayHaveHappened() {
        FakeBroker broker = broker(first(hangsUp(), ok()));
        CallException failure = failure(transport(AMPLE, broker).send(ONCE));
        assertThat(failure.code()).isEqualTo(CallException.UNREACHABLE);
        assertThat(failure.detail()).contains(broker.uri().toString(), "it may have happened");
        assertThat(broker.calls()).hasSize(1);
    }

    @Test
    void garbageIsALostAnswer() {
        FakeBroker broker = broker(first(says("SSH-2.0-OpenSSH\r\n\r\n"), ok()));
        assertThat(get(transport(AMPLE, broker).send(CALL)).retried()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"503,DRAINING", "503,OVERLOADED", "429,QUOTA_EXCEEDED"})
    void whatDidNotHappenIsSentAgainInAnyCase(int status, String code) {
        FakeBroker broker = broker(first(refuses(status, code, "Retry-After: 0"), ok()));
        BrokerResponse response = get(transport(AMPLE, broker).send(ONCE));
        assertThat(response.retried()).isFalse();
        assertThat(broker.calls()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"503,STORE_UNAVAILABLE", "502,INTERNAL", "504,INTERNAL"})
    void whatMayHaveHappenedIsSentAgainOnlyWhereThatDoesNoHarm(int status, String code) {
        FakeBroker broker = broker(first(refuses(status, code), ok()));
        assertThat(failure(transport(AMPLE, broker).send(ONCE)).code()).isEqualTo(code);
        assertThat(broker.calls()).hasSize(1);
        broker.does(first(refuses(status, code), ok()));
        assertThat(get(transport(AMPLE, broker).send(CALL)).retried()).isTrue();
        assertThat(broker.calls()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "400,BAD_REQUEST",
        "401,UNAUTHENTICATED",
        "403,FORBIDDEN",
        "404,JOB_NOT_FOUND",
        "409,LEASE_LOST",
        "429,QUOTA_EXCEEDED",
        "500,INTERNAL"
    })
    void whatWouldBeRefusedAgainIsNotSentAgain(int status, String code) {
        FakeBroker broker = broker(refuses(status, code));
        CallException failure = failure(transport(AMPLE, broker).send(CALL));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.requestId()).isEqualTo("r1");
        assertThat(broker.calls()).hasSize(1);
    }

    @Test
    void anAnswerFromElsewhereIsNoSuccess() {
        FakeBroker broker = broker(answers(302, "", "Location: /elsewhere"));
        assertThat(failure(transport(AMPLE, broker).send(CALL)).code()).isEqualTo(CallException.UNKNOWN);
        assertThat(broker.calls()).hasSize(1);
    }

    @Test
    void aRepeatGoesToTheOtherBroker() {
        FakeBroker failing = broker(refuses(503, "OVERLOADED", "Retry-After: 1000"));
        FakeBroker well = broker(ok());
        Transport transport = transport(AMPLE, failing, well);
        sendFifty(transport);
        assertThat(well.calls()).hasSize(50);
        assertThat(failing.calls()).isNotEmpty();
    }

    @Test
    void aBrokerThatAsksForMoreTimeThanThereIsIsNotAskedAgain() {
        FakeBroker broker = broker(refuses(503, "OVERLOADED", "Retry-After: 1000"));
        assertThat(failure(transport(AMPLE, broker).send(CALL)).code()).isEqualTo(CallException.OVERLOADED);
        assertThat(broker.calls()).hasSize(1);
    }

    @Test
    void aBrokerThatGoesDownGetsNoMoreCalls() {
        FakeBroker draining = broker(refuses(503, "DRAINING", "Retry-After: 1"));
        FakeBroker well = broker(ok());
        Transport transport = transport(AMPLE, draining, well);
        sendFifty(transport);
        assertThat(draining.calls()).hasSize(1);
        assertThat(well.calls()).hasSize(50);
    }

    @Test
    void aBrokerThatHangsCostsAnAttemptAndNotTheCall() {
        FakeBroker hanging = broker((request, socket) -> {});
        hanging.does(hanging.hangs());
        FakeBroker well = broker(ok());
        Transport transport = transport(Duration.ofSeconds(3), hanging, well);
        List<CompletableFuture<BrokerResponse>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(transport.send(CALL));
        }
        assertThat(calls).allSatisfy(call -> assertThat(get(call).status()).isEqualTo(200));
        assertThat(hanging.calls()).isNotEmpty();
    }

    @Test
    void aCallFailsAtItsDeadlineAndNamesTheLastFailure() {
        FakeBroker broker = broker(refuses(503, "STORE_UNAVAILABLE"));
        CallException failure = failure(transport(Duration.ofSeconds(2), broker).send(CALL));
        assertThat(failure.code()).isEqualTo(CallException.TIMED_OUT);
        assertThat(failure.detail()).contains("2000 ms", "STORE_UNAVAILABLE", "it may have happened");
        assertThat(told).contains("finish timed_out");
    }

    @Test
    void aCallMayHaveAnotherDeadline() {
        FakeBroker broker = broker((request, socket) -> {});
        broker.does(broker.hangs());
        Transport transport = transport(Duration.ofDays(1), broker);
        assertThat(failure(transport.within(Duration.ofMillis(200)).send(ONCE)).code())
                .isEqualTo(CallException.TIMED_OUT);
    }

    @Test
    void whereNoBrokerIsThereEachIsNamed() {
        DeafPort first = new DeafPort();
        DeafPort second = new DeafPort();
        toClose.addAll(List.of(first, second));
        CallException failure = failure(transport(Duration.ofSeconds(3), List.of(first.uri(), second.uri()))
                .send(ONCE));
        assertThat(failure.code()).isEqualTo(CallException.UNREACHABLE);
        assertThat(failure.detail())
                .contains(first.uri().toString(), second.uri().toString(), "no connection", "it did not happen");
    }

    @Test
    void aCancelledCallClosesItsConnectionAndIsNotRepeated() throws InterruptedException {
        FakeBroker broker = broker((request, socket) -> {});
        broker.does(broker.hangs());
        CompletableFuture<BrokerResponse> call = transport(AMPLE, broker).send(CALL.consumes(Duration.ofSeconds(60)));
        CompletableFuture<Integer> stages =
                call.thenApply(BrokerResponse::status).thenApply(status -> status + 1);
        await().until(() -> broker.calls().size() == 1);

        assertThat(stages.cancel(true)).isTrue();

        assertThat(broker.left().await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(call).isCancelled();
        assertThat(told).containsExactly("finish cancelled");
        assertThat(broker.calls()).hasSize(1);
    }

    @Test
    void aClosedClientFailsItsCalls() {
        FakeBroker broker = broker((request, socket) -> {});
        broker.does(broker.hangs());
        Transport transport = transport(AMPLE, broker);
        CompletableFuture<BrokerResponse> call = transport.send(CALL);
        transport.within(AMPLE).close();
        assertThat(call).isNotDone();
        transport.close();
        assertThat(failure(call).code()).isEqualTo(CallException.UNREACHABLE);
        assertThat(failure(transport.send(CALL)).detail()).isEqualTo("the client is closed");
    }

    @Test
    void aHeaderThatCannotBeSentFailsItsCall() {
        FakeBroker broker = broker(ok());
        Call call = CALL.headers(Map.of("Grape-Header-x", "a\r\nb: c"));
        assertThat(failure(transport(AMPLE, broker).send(call)).code()).isEqualTo(CallException.BAD_REQUEST);
        assertThat(broker.calls()).isEmpty();
    }
}
