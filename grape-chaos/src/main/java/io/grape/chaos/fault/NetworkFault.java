package io.grape.chaos.fault;

import io.grape.chaos.stage.Proxy;
import io.grape.chaos.stage.Proxy.LinkState;
import io.grape.harness.Sleep;
import java.util.function.Consumer;

/**
 * A network that is bad for a while.
 *
 * @param breaking what is done to the wire once the weather has changed
 * @param mending what is done before it is fair again
 */
record NetworkFault(Proxy wire, LinkState weather, long millis, Consumer<Proxy> breaking, Consumer<Proxy> mending)
        implements Fault {
    /** Connections end, and none is made for a while. */
    static Fault cut(Proxy wire, long millis) {
        return new NetworkFault(wire, LinkState.CLOSED, millis, broken -> broken.cut(false), same -> {});
    }

    /** Connections are reset in the middle of what they carry, again and again. */
    static Fault resets(Proxy wire, int times) {
        return () -> {
            for (int i = 0; i < times; i++) {
                wire.cut(true);
                Sleep.millis(100);
            }
        };
    }

    /** Callers end their half of the connection while they wait for a response. */
    static Fault halfClosed(Proxy wire, int times) {
        return () -> {
            for (int i = 0; i < times; i++) {
                wire.closeHalf();
                Sleep.millis(300);
            }
        };
    }

    /** Each piece comes late. */
    static Fault delay(Proxy wire, long millis) {
        return new NetworkFault(wire, LinkState.FAIR, millis, slow -> slow.delay(200), fast -> fast.delay(0));
    }

    /** Nothing passes and nobody is told; what was sent passes when it is over. */
    static Fault silence(Proxy wire, long millis) {
        return new NetworkFault(wire, LinkState.SILENT, millis, same -> {}, same -> {});
    }

    /** Calls pass, and their responses never come. */
    static Fault noAnswers(Proxy wire, long millis) {
        return new NetworkFault(wire, LinkState.NO_ANSWERS, millis, same -> {}, lost -> lost.cut(true));
    }

    /** Answers come byte by byte. */
    static Fault trickle(Proxy wire, long millis) {
        return new NetworkFault(wire, LinkState.TRICKLE, millis, same -> {}, same -> {});
    }

    @Override
    public void run() {
        wire.set(weather);
        try {
            breaking.accept(wire);
            Sleep.millis(millis);
            mending.accept(wire);
        } finally {
            wire.set(LinkState.FAIR);
        }
    }
}
