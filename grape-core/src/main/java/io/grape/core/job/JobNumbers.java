package io.grape.core.job;

import io.grape.core.TubeName;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Numbers as ids of jobs, for protocols whose producers name no ids. A number is given once, to one tube, by all brokers together, also
 * after Redis lost its last writes; from the number alone its tube is found. Stages fail as those of {@link Broker} do.
 */
public interface JobNumbers {
    /** All numbers are below. Clients in JavaScript hold them exactly. */
    long END = 1L << 52;

    /** The next number of a tube. Fails with TUBE_NOT_FOUND. */
    CompletionStage<Long> next(TubeName tube);

    /** The tube that a number is of; empty where no tube has it. The tube may be gone. */
    CompletionStage<Optional<TubeName>> tubeOf(long number);
}
