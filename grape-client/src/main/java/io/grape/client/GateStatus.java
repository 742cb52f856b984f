package io.grape.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a gate of a tube.
 *
 * @param isLifting true if it has no effect any more, and puts back what it held by a label
 * @param since when it was put up; null if that is not known
 * @param by who put it up; null if that is not known
 * @param held the ready jobs that it holds now
 * @param dropped the jobs that it dropped
 * @param buried the jobs that it buried
 */
public record GateStatus(
        String name,
        GateSettings settings,
        boolean isLifting,
        @Nullable Instant since,
        @Nullable String by,
        long held,
        long dropped,
        long buried) {}
