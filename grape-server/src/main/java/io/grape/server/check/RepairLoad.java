package io.grape.server.check;

import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * What else this broker does.
 *
 * @param handled how many jobs its callers have dealt with so far
 * @param looked is told how many jobs the self-check looked at
 */
public record RepairLoad(LongSupplier handled, IntConsumer looked) {}
