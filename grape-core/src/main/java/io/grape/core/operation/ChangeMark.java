package io.grape.core.operation;

/**
 * A mark that tells jobs from before an operation's start from jobs that changed since. It only grows in a tube, even
 * if the clock steps back.
 *
 * @param isKept whether the tube has it; false for an operation that an earlier release began
 */
public record ChangeMark(long value, boolean isKept) {}
