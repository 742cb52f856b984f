package io.grape.examples;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A shop that cancels an order which is not paid in time. */
public final class OrderTimeout {
    /** Where an order is. */
    enum Order {
        PLACED,
        PAID,
        CANCELLED
    }

    // tag::readme[]
    record Timeout(String order) {}

    static final Tube<Timeout> TIMEOUTS = Tube.of("order-timeouts", Timeout.class);

    // end::readme[]
    private final Map<String, Order> orders = new ConcurrentHashMap<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final Grape grape;
    private final Duration limit;

    OrderTimeout(Grape grape, Duration limit) {
        this.grape = grape;
        this.limit = limit;
    }

    // tag::readme[]
    void place(String order) {
        orders.put(order, Order.PLACED);
        grape.produce(TIMEOUTS, NewJob.of(new Timeout(order)).id(order).delay(limit));
    }

    Worker startWorker() {
        return Worker.of(grape)
                .on(TIMEOUTS, (timeout, job) -> cancelIfUnpaid(timeout.order()))
                .start();
    }
    // end::readme[]

    void pay(String order) {
        if (orders.replace(order, Order.PLACED, Order.PAID)) {
            grape.delete(TIMEOUTS, order);
        }
    }

    /** A second run does no harm, and of a payment and a timeout at the same moment one wins. */
    private void cancelIfUnpaid(String order) {
        if (orders.replace(order, Order.PLACED, Order.CANCELLED)) {
            cancelled.countDown();
        }
    }

    Map<String, Order> orders() {
        return Map.copyOf(orders);
    }

    /** Places two orders, pays one, and waits until the other is cancelled. */
    public static void main(String... args) throws InterruptedException {
        String broker = args.length > 0 ? args[0] : "http://localhost:9521";
        Duration limit = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 5);
        try (Grape grape = Grape.connect(broker)) {
            new OrderTimeout(grape, limit).demonstrate();
        }
    }

    private void demonstrate() throws InterruptedException {
        place("8812");
        place("8813");
        pay("8812");
        System.out.println("8812 is paid; 8813 has " + limit.toSeconds() + " s left");
        Worker worker = startWorker();
        try {
            cancelled.await();
            System.out.println("8812 " + orders.get("8812") + ", 8813 " + orders.get("8813"));
        } finally {
            worker.close();
        }
    }
}
