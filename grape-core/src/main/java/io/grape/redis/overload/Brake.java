package io.grape.redis.overload;

import io.grape.core.OverloadReason;
import io.grape.core.overload.WorkClass;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Keeps work from a node of Redis that is nearly full, or slow in its scripts. Thread-safe. */
public final class Brake {
    /** Of the memory of Redis. The rest is for what ends jobs. */
    private static final double MAX_FOR_LOOKS = 0.90;

    private static final double MAX_FOR_PRODUCES = 0.95;

    /** A node that tells no more may have become another one. */
    private static final long HOLDS = Duration.ofSeconds(10).toNanos();

    private final LongSupplier nanos;
    private volatile Told<Double> memory;
    private volatile Told<Slowness> scripts;

    private record Told<T>(T value, long at) {}

    Brake(LongSupplier nanos) {
        this.nanos = nanos;
        this.memory = new Told<>(0.0, nanos.getAsLong());
        this.scripts = new Told<>(Slowness.NONE, nanos.getAsLong());
    }

    /** How slow the scripts of a node are. */
    public enum Slowness {
        NONE,
        /** Too slow for looks. */
        SLOW,
        /** Too slow for produces, too. */
        VERY_SLOW
    }

    /** The node uses so much of its memory, 1 = all. */
    public void memory(double used) {
        memory = new Told<>(used, nanos.getAsLong());
    }

    /** Its scripts are so slow. */
    public void scripts(Slowness slowness) {
        scripts = new Told<>(slowness, nanos.getAsLong());
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
        Told<Double> used = memory;
        if (isFresh(used) && used.value > mostMemory) {
            return OverloadReason.MEMORY;
        }
        Told<Slowness> slowness = scripts;
        return isFresh(slowness) && slowness.value.compareTo(from) >= 0 ? OverloadReason.NODE : null;
    }

    private boolean isFresh(Told<?> told) {
        return nanos.getAsLong() - told.at < HOLDS;
    }
}
