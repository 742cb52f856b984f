package io.grape.client.transport;

/**
 * What a broker answered, with a status of 2xx.
 *
 * @param repeated whether an earlier attempt may have happened, too
 */
@SuppressWarnings("ArrayRecordComponent")
public record BrokerResponse(int status, byte[] body, boolean repeated) {}
