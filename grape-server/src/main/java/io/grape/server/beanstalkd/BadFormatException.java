package io.grape.server.beanstalkd;

/** A line that is not well-formed. */
final class BadFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadFormatException() {
        super("BAD_FORMAT", null, false, false);
    }
}
