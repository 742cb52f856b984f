package io.grape.client.jackson3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.client.Codec;
import io.grape.client.DecodeException;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.redis.TestRedis;
import io.grape.server.ContractBroker;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Payloads by Jackson 3, to a real broker and back. */
class Jackson3Test {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    record Order(String id, Instant at) {}

    private static final Tube<Order> ORDERS = Tube.of("orders", Jackson3.json(Order.class, MAPPER));
    private static final Order ORDER = new Order("8812", Instant.parse("2027-01-31T09:30:00Z"));

    private final ContractBroker broker = ContractBroker.start(TestRedis.newNamespace());
    private final Grape grape = Grape.connect(broker.uri().toString());

    @AfterEach
    void close() {
        grape.close();
        broker.close();
    }

    @Test
    void aPayloadWithATimeComesBackAsItWas() {
        grape.produce(ORDERS, ORDER);
        grape.produceAll(ORDERS, List.of(NewJob.of(ORDER)));
        List<Job<Order>> jobs = grape.consume(ORDERS, 10, Duration.ZERO);
        assertThat(jobs).extracting(Job::payload).containsExactly(ORDER, ORDER);
        assertThat(jobs).extracting(Job::contentType).containsOnly("application/json");
        assertThat(new String(jobs.get(0).bytes(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("{\"id\":\"8812\",\"at\":\"2027-01-31T09:30:00Z\"}");
    }

    @Test
    void jackson2ReadsWhatJackson3Wrote() {
        record Id(String id) {}
        grape.produce(ORDERS, NewJob.of(ORDER).id("a"));
        assertThat(grape.peek(Tube.of("orders", Id.class), "a").orElseThrow().payload())
                .isEqualTo(new Id("8812"));
    }

    @Test
    void whatDoesNotDecodeSaysWhy() {
        Tube<Integer> numbers = Tube.of("orders", Jackson3.json(Integer.class, MAPPER));
        grape.produce(ORDERS, NewJob.of(ORDER).id("a"));
        Job<Integer> job = grape.peek(numbers, "a").orElseThrow();
        assertThatThrownBy(job::payload)
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("java.lang.Integer")
                .hasMessageNotContaining("Source");
    }

    @Test
    void aGenericTypeIsReadAndNothingElse() throws Exception {
        Codec<List<Order>> codec = Jackson3.json(new TypeReference<List<Order>>() {}, MAPPER);
        assertThat(codec.decode(codec.encode(List.of(ORDER)))).containsExactly(ORDER);
        assertThatThrownBy(() -> codec.decode("null".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("got null");
    }

    interface Shape {}

    /** As one of Lombok or Kotlin that Jackson has no module for. */
    static final class Unmakeable {
        private final int width;
        private final int height;

        Unmakeable(int width, int height) {
            this.width = width;
            this.height = height;
        }

        public int getArea() {
            return width * height;
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Shape.class, Unmakeable.class})
    void aTypeThatCanNeverBeReadIsRefused(Class<?> type) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jackson3.json(type, MAPPER))
                .withMessageContaining("expected a type that Jackson can read, got " + type.getName());
    }

    @ParameterizedTest
    @ValueSource(classes = {Order.class, int.class, List.class, Object.class, String.class, Thread.State.class})
    void anyOtherIsTaken(Class<?> type) {
        assertThat(Jackson3.json(type, MAPPER).contentType()).isEqualTo("application/json");
    }
}
