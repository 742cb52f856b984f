package io.grape.chaos.conformance;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One thing that happens to a worker.
 *
 * @param about for people
 * @param jobs those that are there when the worker comes
 * @param script what its player does
 * @param play plays it: fails with {@link Wrong}
 */
record Case(String name, String about, List<CaseJob> jobs, Function<RealBroker, Script> script, Consumer<Stage> play) {
    /** The job of cases with one. */
    static final String ONE = "one";
    /** The job that shows that a worker goes on. */
    static final String NEXT = "next";

    Case {
        jobs = List.copyOf(jobs);
    }

    static Script nothing(RealBroker broker) {
        return new Script() {};
    }
}
