package io.grape.chaos.conformance;

import java.util.List;
import java.util.stream.Stream;

/** All cases that there are. */
interface Cases {
    List<Case> ALL = Stream.of(WorkCases.ALL, LeaseCases.ALL, RetryCases.ALL, RefusalCases.ALL, EndCases.ALL)
            .flatMap(List::stream)
            .toList();
}
