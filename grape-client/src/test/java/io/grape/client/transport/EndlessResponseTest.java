package io.grape.client.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Something in front of a broker, or in its place, may send more than a client can hold. */
class EndlessResponseTest {
    private static final long MAX = 1 << 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Call ONCE = Call.get("peek", "/v1/x").retry(RetryPolicy.IF_NOT_DONE);

    private static FakeBroker.Behaviour endless(int status) {
        return (request, socket) -> {
            OutputStream out = socket.getOutputStream();
            out.write(("HTTP/1.1 " + status
                            + " X\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .getBytes(ISO_8859_1));
            byte[] chunk = ("4000\r\n" + " ".repeat(0x4000) + "\r\n").getBytes(ISO_8859_1);
            while (!socket.isClosed()) {
                out.write(chunk);
            }
        };
    }

    private static Transport transport(FakeBroker broker, @Nullable HttpClient client) {
        return new Transport(List.of(broker.uri()), TIMEOUT, null, new CallEvents() {}, new WireOptions(client, MAX));
    }

    private static CallException failure(CompletableFuture<BrokerResponse> call) throws Exception {
        try {
            throw new AssertionError(
                    "expected a failure, got " + call.get(20, TimeUnit.SECONDS).body().length);
        } catch (ExecutionException e) {
            return (CallException) Objects.requireNonNull(e.getCause());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endlessResponseFailsTheCallWithoutFillingTheHeap(boolean ofUser) throws Exception {
        try (FakeBroker broker = new FakeBroker(endless(200));
                Transport transport = transport(broker, ofUser ? HttpClient.newHttpClient() : null)) {
            CallException failure = failure(transport.send(ONCE));
            assertThat(failure.code()).isEqualTo(CallException.UNKNOWN);
            assertThat(failure.detail())
                    .contains(broker.uri().toString(), "longer than 1048576 bytes", "maxResponseBytes");
        }
    }

    @Test
    void endlessErrorIsReadOnlyAsFarAsAnErrorIsLong() throws Exception {
        try (FakeBroker broker = new FakeBroker(endless(500));
                Transport transport = transport(broker, null)) {
            CallException failure = failure(transport.send(ONCE));
            assertThat(failure.code()).isEqualTo(CallException.INTERNAL);
            assertThat(failure.status()).isEqualTo(500);
        }
    }

    @Test
    void responseOfTheMaximumLengthIsRead() {
        String body = "\"" + "x".repeat((int) MAX - 2) + "\"";
        try (FakeBroker broker = new FakeBroker(FakeBroker.answers(200, body));
                Transport transport = transport(broker, null)) {
            assertThat(transport.send(ONCE).join().body()).hasSize((int) MAX);
            broker.does(FakeBroker.answers(200, body + " "));
            assertThatThrownBy(transport.send(ONCE)::join).hasRootCauseInstanceOf(ResponseTooLongException.class);
        }
    }

    @Test
    void largeResponsesOfAClientShareABudget() {
        ResponseLimit limit = new ResponseLimit(MAX);
        long budget = Math.max(MAX, Runtime.getRuntime().maxMemory() / 4);
        assertThat(limit.take(budget)).isTrue();
        assertThat(limit.take(1)).isFalse();
        limit.giveBack(1);
        assertThat(limit.take(1)).isTrue();
    }

    @Test
    void manyEndlessResponsesAtOnceFailEach() throws Exception {
        try (FakeBroker broker = new FakeBroker(endless(200));
                Transport transport = transport(broker, null)) {
            List<CompletableFuture<BrokerResponse>> calls =
                    Stream.generate(() -> transport.send(ONCE)).limit(20).toList();
            for (CompletableFuture<BrokerResponse> call : calls) {
                assertThat(failure(call).code()).isEqualTo(CallException.UNKNOWN);
            }
        }
    }
}
