package io.grape.client;

import java.time.Duration;

/**
 * What is in a {@link BufferedProducer}, and what became of its jobs since it was opened.
 *
 * @param pending jobs that no broker has confirmed yet
 * @param bytes of its files
 * @param oldestAge of the first pending job; 0 if there is none
 * @param sent jobs that a broker confirmed
 * @param existed those of them that the broker knew already: their id was live, or remembered, so no job was made
 * @param rejected jobs that a broker refused for good
 * @param expired jobs that became too old
 * @param damaged how often bytes were skipped, as they are no record, or were missing at the end of a file, and records
 *     that could not be read as a job
 * @param listenerFailures how often the listener to dropped jobs threw: these jobs are in {@code dropped.jsonl}
 * @param forgotten dropped jobs that were in that file, and are not kept any longer
 */
public record BufferStatus(
        long pending,
        long bytes,
        Duration oldestAge,
        long sent,
        long existed,
        long rejected,
        long expired,
        long damaged,
        long listenerFailures,
        long forgotten) {}
