package io.grape.client.faults;

import io.grape.client.faults.FaultyWire.Fate;
import io.grape.core.Seed;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** One call in twenty does not arrive, one answer in ten does not come, one in a hundred is waited for in vain. */
final class Losses implements FaultyWire.Fates {
    private final Random random = Seed.random();
    private final AtomicInteger lost = new AtomicInteger();
    private volatile boolean ended;

    @Override
    public Fate call(String call) {
        return oneIn(20) ? Fate.RESET : Fate.PASSES;
    }

    /** Only of a call that waits for jobs the client cannot know for long whether its answer is lost. */
    @Override
    public Fate answer(String call) {
        if (oneIn(100) && !call.contains("/consume")) {
            return Fate.SILENCE;
        }
        return oneIn(10) ? Fate.RESET : Fate.PASSES;
    }

    private boolean oneIn(int some) {
        boolean isIt = !ended && random.nextInt(some) == 0;
        if (isIt) {
            lost.incrementAndGet();
        }
        return isIt;
    }

    /** From now on all goes well. */
    void end() {
        ended = true;
    }

    int lost() {
        return lost.get();
    }
}
