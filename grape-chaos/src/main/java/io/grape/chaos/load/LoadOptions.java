package io.grape.chaos.load;

import java.net.URI;
import java.util.List;

/**
 * What a load is made of.
 *
 * @param brokers where they are called
 * @param tubes names of tubes that nobody used before
 * @param ack the acknowledgement level of produces
 * @param jobsPerSecond over all producers, about
 * @param isMixed whether brokers of an earlier release are among them: then there are no gates and no labels, no job is taken by its id,
 *     and no acknowledgement takes the next jobs
 */
public record LoadOptions(
        List<URI> brokers,
        List<String> tubes,
        String ack,
        int producers,
        int consumers,
        int jobsPerSecond,
        boolean isMixed,
        long seed) {
    public LoadOptions {
        brokers = List.copyOf(brokers);
        tubes = List.copyOf(tubes);
    }
}
