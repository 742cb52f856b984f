package io.grape.bench.scenario;

import io.grape.bench.load.Loop;
import io.grape.bench.load.Paced;
import io.grape.bench.load.Parked;
import io.grape.bench.load.Part;
import io.grape.bench.load.Payload;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.load.Taker;
import io.grape.bench.stage.Broker;
import java.util.ArrayList;
import java.util.List;

/**
 * Producers at a steady rate, and parked consumers, in one tube.
 *
 * @param rate jobs a second
 * @param consumers how many wait at once
 * @param query what each produce is told, such as a delay
 */
record Waiting(String tube, int rate, int consumers, Part query) {
    private static final int PRODUCERS = 4;
    private static final byte[] PAYLOAD = Payload.json(100);

    /** Over connections to that broker. */
    List<Loop.Call> calls(Broker broker, Taker taker) {
        List<Loop.Call> calls = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            calls.add(new Loop.Call(broker.address(), new Parked(tube, taker)));
        }
        for (int i = 0; i < PRODUCERS; i++) {
            SingleDialect dialect = new SingleDialect(tube, Seeds.ids(), PAYLOAD, query);
            calls.add(new Loop.Call(broker.address(), new Paced(dialect, taker, (double) rate / PRODUCERS)));
        }
        return calls;
    }
}
