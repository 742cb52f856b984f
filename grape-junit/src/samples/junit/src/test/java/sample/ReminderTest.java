package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.Worker;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@GrapeTest
class ReminderTest {
    private static final Tube<String> REMINDERS = Tube.of("reminders", String.class);

    private final List<String> reminded = new CopyOnWriteArrayList<>();
    private Worker worker;

    @BeforeAll
    static void produceElsewhere(Grape ofTheClass) {
        ofTheClass.produce(REMINDERS, "of the class");
    }

    @BeforeEach
    void start(Grape grape) {
        worker = Worker.of(grape)
                .on(REMINDERS, (order, job) -> reminded.add(order))
                .start();
    }

    @AfterEach
    void stop() {
        worker.close();
    }

    @Test
    void remindsAfterThirtyDays(Grape grape, TestBroker broker) {
        grape.produce(REMINDERS, NewJob.of("8812").delay(Duration.ofDays(30)));
        broker.advance(Duration.ofDays(29));
        assertTrue(reminded.isEmpty());
        broker.advance(Duration.ofDays(1));
        assertEquals(List.of("8812"), reminded);
    }

    @Test
    void aTestSeesNoJobOfAnother(TestBroker broker) {
        broker.advance(Duration.ofDays(365));
        assertTrue(reminded.isEmpty());
    }
}
