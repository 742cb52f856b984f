package io.grape.client.transport;

/**
 * A broker's response with a status of 2xx.
 *
 * @param contentType empty if the response has none
 * @param retried whether an earlier attempt of the call may have succeeded, too
 */
@SuppressWarnings("ArrayRecordComponent")
public record BrokerResponse(int status, byte[] body, String contentType, boolean retried) {}
