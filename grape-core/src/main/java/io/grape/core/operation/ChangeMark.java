package io.grape.core.operation;

/**
 * What tells a job that was there when an operation began from one that something happened to since. It only grows in a tube, whatever
 * becomes of the clock.
 *
 * @param isKept whether the tube has it; false for an operation that an earlier release began
 */
public record ChangeMark(long value, boolean isKept) {}
