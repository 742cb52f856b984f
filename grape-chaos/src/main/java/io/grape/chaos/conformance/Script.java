package io.grape.chaos.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What the player does beside passing calls on. */
interface Script {
    /** Of a call that came. */
    default Turn turn(Call call) {
        return Turn.PASS;
    }

    /** Of a job before the worker gets it. */
    default void deliver(ObjectNode job) {}
}
