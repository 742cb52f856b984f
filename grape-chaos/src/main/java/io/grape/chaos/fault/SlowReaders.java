package io.grape.chaos.fault;

import io.grape.chaos.fault.SlowReader.Manner;
import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.Entry;
import io.grape.harness.Sleep;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients ask each broker for jobs with large payloads, to have them or to look at them, and do not read the responses. Some stay while
 * something else is broken.
 */
final class SlowReaders implements Fault {
    private static final int LARGE_JOBS = 32;
    private static final int MOST_ROUNDS = 6;

    private final FaultContext<?> scene;
    private final AtomicInteger consumers = new AtomicInteger();
    private final AtomicInteger listers = new AtomicInteger();

    SlowReaders(FaultContext<?> scene) {
        this.scene = scene;
    }

    /** Others may be faster with the large jobs: then there are more of them. */
    @Override
    public void run() {
        int rounds = 0;
        do {
            send();
            rounds++;
        } while (hasMissed() && rounds < MOST_ROUNDS);
    }

    private boolean hasMissed() {
        return consumers.get() == 0 || listers.get() == 0;
    }

    private void send() {
        scene.load().produceLarge(LARGE_JOBS);
        for (Manner manner : Manner.values()) {
            start(manner, "POST /v1/tubes/" + scene.anyTube() + "/consume?max=1000", consumers);
            start(manner, "GET /v1/tubes/" + scene.anyTube() + "/jobs?state=retained", listers);
        }
        Sleep.millis(scene.millis(3000, 8000));
    }

    private void start(Manner manner, String call, AtomicInteger large) {
        String request = call + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        long stay = scene.random().nextInt((int) scene.millis(4000, 40_000));
        SlowReader reader = new SlowReader(
                scene.anyBroker().address(), request, manner, scene.random().nextBoolean(), stay, large);
        Thread thread = new Thread(reader, "slow-reader");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Optional<String> objection(List<Entry> meanwhile) {
        if (hasMissed()) {
            return Optional.of(consumers + " consumers and " + listers + " listers had large answers, expected some");
        }
        long lost = CallCounts.finishes(meanwhile, CallOutcome.UNKNOWN);
        return CallCounts.finishes(meanwhile, CallOutcome.DONE) > 0 && lost == 0
                ? Optional.empty()
                : Optional.of(lost + " finishes of others failed, expected that they go on");
    }
}
