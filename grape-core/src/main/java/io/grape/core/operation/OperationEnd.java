package io.grape.core.operation;

/** How an operation ends. */
public record OperationEnd(OperationState state, String why) {}
