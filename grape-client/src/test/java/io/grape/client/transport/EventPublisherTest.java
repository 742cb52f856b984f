package io.grape.client.transport;

import static io.grape.client.transport.FakeBroker.ok;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventPublisherTest {
    /** As other languages do. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> void sneak(Exception failure) throws E {
        throw (E) failure;
    }

    @Test
    void eventsThatThrowStopNoCall() throws Exception {
        CallEvents throwing = new CallEvents() {
            @Override
            public void called(String call, String outcome, Duration took) {
                EventPublisherTest.<RuntimeException>sneak(new IOException("told to"));
            }
        };
        try (FakeBroker broker = new FakeBroker(ok());
                Transport transport = new Transport(List.of(broker.uri()), Duration.ofSeconds(20), null, throwing)) {
            Call call = Call.post("finish", "/v1/x");
            assertThat(transport.send(call).get(30, TimeUnit.SECONDS).status()).isEqualTo(200);
        }
    }
}
