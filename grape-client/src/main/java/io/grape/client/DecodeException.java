package io.grape.client;

import com.fasterxml.jackson.core.JsonProcessingException;

/** A codec cannot read the payload of a job. */
public final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DecodeException(String tube, String id, Throwable cause) {
        super("payload of job " + id + " in tube " + tube + " does not decode: " + why(cause), cause);
    }

    /** Jackson's own message names a position in a source that it does not show. */
    private static String why(Throwable cause) {
        return cause instanceof JsonProcessingException json
                ? json.getOriginalMessage()
                : String.valueOf(cause.getMessage());
    }
}
