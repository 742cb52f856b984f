package io.grape.redis.overload;

import io.grape.core.OverloadReason;
import io.grape.core.overload.WorkClass;
import org.jspecify.annotations.Nullable;

/** Keeps work from a node of Redis that is nearly full, or slow in its scripts. Thread-safe. */
public final class Brake {
    /** Of the memory of Redis. The rest is for what ends jobs. */
    private static final double MAX_FOR_LOOKS = 0.90;

    private static final double MAX_FOR_PRODUCES = 0.95;

    private volatile double memory;
    private volatile Slowness scripts = Slowness.NONE;

    /** How slow the scripts of a node are. */
    public enum Slowness {
        NONE,
        /** Too slow for looks. */
        SLOW,
        /** Too slow for produces, too. */
        VERY_SLOW
    }

    /** From now on the node uses so much of its memory, 1 = all. */
    public void memory(double used) {
        memory = used;
    }

    /** From now on its scripts are so slow. */
    public void scripts(Slowness slowness) {
        scripts = slowness;
    }

    /** True while it keeps any work from the node. */
    boolean isOn() {
        return refusal(WorkClass.LOOK) != null;
    }

    /** Why it keeps work of this worth from the node, null = it does not. */
    @Nullable
    OverloadReason refusal(WorkClass worth) {
        return switch (worth) {
            case ACKNOWLEDGE, CONSUME -> null;
            case PRODUCE -> refusal(MAX_FOR_PRODUCES, Slowness.VERY_SLOW);
            case LOOK -> refusal(MAX_FOR_LOOKS, Slowness.SLOW);
        };
    }

    private @Nullable OverloadReason refusal(double mostMemory, Slowness from) {
        if (memory > mostMemory) {
            return OverloadReason.MEMORY;
        }
        return scripts.compareTo(from) >= 0 ? OverloadReason.NODE : null;
    }
}
