package shop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Takes money, in this example from nobody. Every third payment fails at first. */
@Component
class PaymentProvider {
    private final AtomicInteger payments = new AtomicInteger();
    private final Set<String> taken = ConcurrentHashMap.newKeySet();

    void charge(String payment, int attempt) {
        if (attempt == 1 && payments.incrementAndGet() % 3 == 0) {
            throw new IllegalStateException("the bank is closed");
        }
        taken.add(payment);
    }

    boolean hasTaken(String payment) {
        return taken.contains(payment);
    }
}
