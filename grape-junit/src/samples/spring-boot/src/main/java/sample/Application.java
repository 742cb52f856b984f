package sample;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.GrapeBuilder;
import io.grape.client.Tube;
import io.grape.client.worker.Worker;
import java.net.URI;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A shop that cancels what nobody pays: on Netty and Jackson by Spring WebFlux, with Lettuce beside. */
@SpringBootApplication
public class Application {
    static final Tube<Order> UNPAID = Tube.of("unpaid", Order.class);

    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }

    @Bean
    Grape grape(@Value("${grape.broker}") URI broker, ObjectProvider<ClientEvents> events) {
        GrapeBuilder builder = Grape.builder().brokers(broker);
        events.ifAvailable(builder::events);
        return builder.build();
    }

    @Bean
    Worker worker(Grape grape, Orders orders) {
        return Worker.of(grape).on(UNPAID, (order, job) -> orders.cancel(order)).start();
    }
}
