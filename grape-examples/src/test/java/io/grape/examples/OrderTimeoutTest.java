package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.worker.Worker;
import io.grape.examples.OrderTimeout.Order;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

@GrapeTest
class OrderTimeoutTest {
    @Test
    void whatIsNotPaidInTimeIsCancelled(Grape grape, TestBroker broker) {
        OrderTimeout shop = new OrderTimeout(grape, Duration.ofMinutes(30));
        Worker worker = shop.startWorker();
        shop.place("8812");
        shop.place("8813");
        broker.advance(Duration.ofMinutes(29));
        shop.pay("8812");
        assertThat(shop.orders()).isEqualTo(Map.of("8812", Order.PAID, "8813", Order.PLACED));
        broker.advance(Duration.ofMinutes(1));
        assertThat(shop.orders()).isEqualTo(Map.of("8812", Order.PAID, "8813", Order.CANCELLED));
        worker.close();
    }

    @Test
    void theProgramEndsWhenTheOtherOrderIsCancelled(TestBroker broker) throws Exception {
        assertThat(Printed.by(OrderTimeout::main, broker.uri().toString(), "0"))
                .containsExactly("8812 is paid; 8813 has 0 s left", "8812 PAID, 8813 CANCELLED");
    }
}
