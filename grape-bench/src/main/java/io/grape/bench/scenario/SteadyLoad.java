package io.grape.bench.scenario;

import io.grape.bench.load.DeliveryObserver;
import io.grape.bench.load.ParkedConsumer;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RatedProducer;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.load.TimedCall;
import io.grape.harness.RunningBroker;
import java.util.ArrayList;
import java.util.List;

/**
 * Producers at a steady rate, and parked consumers, in one tube.
 *
 * @param rate jobs a second
 * @param consumers how many wait at once
 * @param query what each produce is told, such as a delay
 */
record SteadyLoad(String tube, int rate, int consumers, RequestPart query) {
    private static final int PRODUCERS = 4;
    private static final byte[] PAYLOAD = Payload.json(100);

    /** Over connections to that broker. */
    List<TimedCall> calls(RunningBroker broker, DeliveryObserver taker) {
        List<TimedCall> calls = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            calls.add(new TimedCall(broker.address(), new ParkedConsumer(tube, taker)));
        }
        for (int i = 0; i < PRODUCERS; i++) {
            SingleDialect dialect = new SingleDialect(tube, RandomSources.ids(), PAYLOAD, query);
            calls.add(new TimedCall(broker.address(), new RatedProducer(dialect, taker, (double) rate / PRODUCERS)));
        }
        return calls;
    }
}
