package io.grape.core.gate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A gate of a tube.
 *
 * @param isLifting true if it has no effect any more, and puts back what it held
 * @param until when it is lifted by itself, null = when someone lifts it
 * @param since when it was put up, null if unknown: a pause does not keep it
 * @param by who put it up, empty if unknown
 * @param held ready jobs that it holds
 * @param dropped jobs that it dropped
 * @param buried jobs that it buried
 */
public record Gate(
        String name,
        GateMatch match,
        GateMode mode,
        boolean isLifting,
        @Nullable Instant until,
        @Nullable Instant since,
        String by,
        String reason,
        long held,
        long dropped,
        long buried) {}
