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
 */
public record LoadOptions(
        List<URI> brokers, List<String> tubes, String ack, int producers, int consumers, int jobsPerSecond, long seed) {
    public LoadOptions {
        brokers = List.copyOf(brokers);
        tubes = List.copyOf(tubes);
    }
}
