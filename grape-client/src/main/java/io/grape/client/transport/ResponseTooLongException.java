package io.grape.client.transport;

import java.io.IOException;

/** A response was longer than the client may read. The connection was closed. */
final class ResponseTooLongException extends IOException {
    private static final long serialVersionUID = 1;

    ResponseTooLongException(String detail) {
        super(detail);
    }
}
