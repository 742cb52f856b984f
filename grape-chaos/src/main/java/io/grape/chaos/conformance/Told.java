package io.grape.chaos.conformance;

/**
 * What the worker was told of an acknowledgement.
 *
 * @param came when the call came, in nanoseconds
 * @param at when the response was there
 * @param code of its error, empty = it was done
 */
record Told(Call.Ack ack, long came, long at, String code) {
    boolean isDone() {
        return code.isEmpty();
    }

    boolean ends() {
        return !ack.isTouch();
    }
}
