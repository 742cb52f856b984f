package io.grape.client.transport;

import java.net.http.HttpHeaders;

/**
 * The response to one attempt, of a broker or of something in front of it.
 *
 * @param authority the host and port that the request was for
 * @param body as much of it as was read: of an error, at most its first {@link BoundedBody#MAX_OF_ERROR} bytes
 */
@SuppressWarnings("ArrayRecordComponent")
record WireResponse(String authority, int statusCode, HttpHeaders headers, byte[] body) {}
