package shop;

import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.grape.spring.GrapeCodecs;
import io.grape.spring.GrapeHandler;
import io.grape.spring.TransactionalOutbox;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * What becomes of an order. An order and its job are written by one transaction, so none is without the other. A job may run
 * twice, so each change names the state that it expects.
 */
@Service
public class Shop {
    record Timeout(long order) {}

    record Payment(long order) {}

    private final Orders orders;
    private final PaymentProvider provider;
    private final TransactionalOutbox outbox;
    private final Tube<Timeout> timeouts;
    private final Tube<Payment> payments;
    private final Duration payWithin;

    Shop(
            Orders orders,
            PaymentProvider provider,
            TransactionalOutbox outbox,
            GrapeCodecs codecs,
            @Value("${shop.pay-within}") Duration payWithin) {
        this.orders = orders;
        this.provider = provider;
        this.outbox = outbox;
        this.timeouts = codecs.tube("shop-timeouts", Timeout.class);
        this.payments = codecs.tube("shop-payments", Payment.class);
        this.payWithin = payWithin;
    }

    /** Places an order, which is cancelled unless it is paid in time. */
    @Transactional
    public Order place(String article) {
        Order order = orders.insert(article);
        outbox.produce(
                timeouts,
                NewJob.of(new Timeout(order.id())).id("timeout-" + order.id()).delay(payWithin));
        return order;
    }

    /** Begins to pay. The order is paid once the provider has taken the money. */
    @Transactional
    public Order pay(long id) {
        if (orders.move(id, Order.PLACED, Order.PAYING)) {
            outbox.produce(payments, NewJob.of(new Payment(id)).id("payment-" + id));
        }
        return orders.find(id);
    }

    /** If the provider fails, the job is tried again. It knows the id of the job, so it takes the money once. */
    @GrapeHandler("shop-payments")
    void charge(Payment payment, JobContext job) {
        provider.charge(job.id(), job.attempt());
        orders.move(payment.order(), Order.PAYING, Order.PAID);
    }

    /** Whoever pays just now is given another minute. */
    @GrapeHandler("shop-timeouts")
    Outcome cancel(Timeout timeout) {
        if (orders.move(timeout.order(), Order.PLACED, Order.CANCELLED)) {
            return Outcome.finish();
        }
        boolean isPaying = orders.find(timeout.order()).state().equals(Order.PAYING);
        return isPaying ? Outcome.snooze(Duration.ofMinutes(1)) : Outcome.finish();
    }
}
