package io.grape.outbox;

import io.grape.client.Grape;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A relay in a process of its own, until that is killed. */
final class RelayProcess {
    private RelayProcess() {}

    /**
     * Starts it, and waits.
     *
     * @param args the kind of the database, its address, the table, the broker, the seconds of a produce
     */
    public static void main(String[] args) throws Exception {
        Grape grape = Grape.connect(args[3]);
        OutboxRelay relay = Outbox.builder()
                .table(args[2])
                .build()
                .relay(TestDatabase.valueOf(args[0]).source(args[1]), grape)
                .poll(Duration.ofMillis(20))
                .produceTimeout(Duration.ofSeconds(Long.parseLong(args[4])))
                .start();
        System.out.println("started " + relay.status().pending());
        new CountDownLatch(1).await();
    }
}
