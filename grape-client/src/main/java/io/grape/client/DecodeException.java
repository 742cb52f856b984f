package io.grape.client;

/** The payload of a job that its codec cannot read. */
public final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DecodeException(String tube, String id, Throwable cause) {
        super("payload of job " + id + " in tube " + tube + " does not decode: " + cause.getMessage(), cause);
    }
}
