package sample;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class Orders {
    private final Map<String, Order> orders = new ConcurrentHashMap<>();
    private final Grape grape;

    Orders(Grape grape) {
        this.grape = grape;
    }

    @PostMapping("/orders")
    Mono<Order> place(@RequestBody Order order) {
        orders.put(order.id(), order);
        NewJob<Order> later = NewJob.of(order).id(order.id()).delay(Duration.ofMinutes(30));
        return Mono.fromFuture(grape.async().produce(Application.UNPAID, later)).thenReturn(order);
    }

    @GetMapping("/orders/{id}")
    Mono<Order> look(@PathVariable("id") String id) {
        return Mono.justOrEmpty(orders.get(id));
    }

    void cancel(Order order) {
        orders.computeIfPresent(order.id(), (id, placed) -> placed.cancelled());
    }
}
