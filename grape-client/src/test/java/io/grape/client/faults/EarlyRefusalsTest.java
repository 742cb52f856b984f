package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Tube;
import io.grape.client.worker.TestBroker;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A response may come while the client still sends the body of its request. */
class EarlyRefusalsTest {
    private static final Tube<String> TUBE = Tube.of("mail", Codec.text());
    /** More than the buffers of both sockets hold. */
    private static final String LARGE = "x".repeat(24 << 20);

    private static final String PRODUCED = "{\"id\":\"a\",\"created\":true,\"state\":\"ready\"}";

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    /** What the server does with the rest of the body after its response. */
    enum Rest {
        READ,
        READ_THEN_CLOSED
    }

    private static void refuse(RawServer.Request request, int status, String code, Rest rest) throws IOException {
        String body = "{\"code\":\"" + code + "\",\"detail\":\"told to\",\"requestId\":\"r1\"}";
        if (rest == Rest.READ) {
            request.respond(status, body);
            request.socket().getInputStream().skipNBytes(request.length());
            return;
        }
        request.respond(status, body, "Connection: close");
        request.socket().shutdownOutput();
        request.socket().getInputStream().transferTo(OutputStream.nullOutputStream());
        request.socket().close();
    }

    private static void refusedThenWell(Grape grape, ErrorCode code, int status) {
        GrapeException failure = catchThrowableOfType(GrapeException.class, () -> grape.produce(TUBE, LARGE));
        assertThat(failure).isNotNull();
        assertThat(failure.code()).as(failure.toString()).isEqualTo(code);
        assertThat(failure.status()).isEqualTo(status);
        assertThat(grape.produce(TUBE, "small").created()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "413,TOO_LARGE,READ",
        "413,TOO_LARGE,READ_THEN_CLOSED",
        "401,UNAUTHENTICATED,READ",
        "401,UNAUTHENTICATED,READ_THEN_CLOSED"
    })
    void callerSeesTheErrorOfTheResponseAndTheNextCallWorks(int status, ErrorCode code, Rest rest) {
        try (RawServer server = new RawServer(request -> {
                    if (request.length() > 1000) {
                        refuse(request, status, code.name(), rest);
                    } else {
                        request.body();
                        request.respond(200, PRODUCED);
                    }
                });
                Grape grape = Grape.builder()
                        .brokers(server.uri())
                        .callTimeout(Duration.ofSeconds(30))
                        .events(ClientEvents.NONE)
                        .build()) {
            refusedThenWell(grape, code, status);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void payloadThatIsTooLargeForTheBrokerIsRefusedWithItsError() {
        refusedThenWell(broker.grape(), ErrorCode.TOO_LARGE, 413);
    }
}
