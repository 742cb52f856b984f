package sample;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.JobContext;
import io.grape.spring.GrapeCodecs;
import io.grape.spring.GrapeHandler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

// tag::handler[]
@RestController
class Orders {
    private final Map<String, Order> orders = new ConcurrentHashMap<>();
    private final Grape grape;
    private final Tube<Order> unpaid;

    Orders(Grape grape, GrapeCodecs codecs) {
        this.grape = grape;
        this.unpaid = codecs.tube("unpaid", Order.class);
    }

    @PostMapping("/orders")
    Mono<Order> place(@RequestBody Order order) {
        orders.put(order.id(), order);
        NewJob<Order> later = NewJob.of(order).id(order.id()).delay(Duration.ofMinutes(30));
        return Mono.fromFuture(() -> grape.async().produce(unpaid, later)).thenReturn(order);
    }

    @GrapeHandler("unpaid")
    void cancel(Order order, JobContext job) {
        orders.computeIfPresent(order.id(), (id, placed) -> placed.cancelled());
    }

    @GetMapping("/orders/{id}")
    Mono<Order> look(@PathVariable("id") String id) {
        return Mono.justOrEmpty(orders.get(id));
    }
}
// end::handler[]
