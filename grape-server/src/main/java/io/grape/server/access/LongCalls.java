package io.grape.server.access;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The calls that go on for long, each of somebody who was let in: they end soon after he would not be any more. Thread-safe. */
final class LongCalls {
    private final Set<One> all = ConcurrentHashMap.newKeySet();

    /** One of them; equal to no other. */
    private final class One implements LongCall {
        private final Principal who;
        private final Runnable end;

        One(Principal who, Runnable end) {
            this.who = who;
            this.end = end;
        }

        void end() {
            if (all.remove(this)) {
                end.run();
            }
        }

        @Override
        public void close() {
            all.remove(this);
        }
    }

    LongCall begin(Principal who, Runnable end) {
        One stay = new One(who, end);
        all.add(stay);
        return stay;
    }

    /** Ends those whose callers are not let in any more. */
    void endUnless(Predicate<Principal> isLetIn) {
        all.stream().filter(stay -> !isLetIn.test(stay.who)).toList().forEach(One::end);
    }
}
